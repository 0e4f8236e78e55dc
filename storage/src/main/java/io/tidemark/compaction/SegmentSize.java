package io.tidemark.compaction;

import io.tidemark.layout.Segment;

/**
 * What decides whether a segment is to be compacted.
 *
 * @param timeMs its largest record timestamp, or where it has none when its newest batch came, epoch milliseconds
 */
record SegmentSize(long beginOffset, long lastOffset, long sizeBytes, long timeMs) {
    static SegmentSize of(Segment segment) {
        long timeMs = segment.maxTimestampMs() < 0 ? segment.newestObjectMs() : segment.maxTimestampMs();
        return new SegmentSize(segment.beginOffset(), segment.lastOffset(), segment.sizeBytes(), timeMs);
    }
}

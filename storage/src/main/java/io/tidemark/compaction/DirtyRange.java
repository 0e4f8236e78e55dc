package io.tidemark.compaction;

import io.tidemark.topic.TopicConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What of a log may be compacted, in whole segments, and whether it is time. Pure.
 *
 * <p>Source: {@code LogCleanerManager.cleanableOffsets} and {@code LogToClean}; {@code max.compaction.lag.ms}: KIP-354.
 *
 * @param from no pass has mapped the offsets from here on
 * @param to where the range ends; not above {@code from} where there is nothing to compact
 * @param cleanSizeBytes the size of the segments that begin before the range
 * @param dirtySizeBytes the size of the segments in the range
 * @param blockedUntil when {@code min.compaction.lag.ms} lets the range go on, if it is that which ends it
 */
record DirtyRange(long from, long to, long cleanSizeBytes, long dirtySizeBytes, Optional<Instant> blockedUntil) {
    /**
     * The range now.
     *
     * @param segments all from the log start on, without a gap
     * @param from where it begins
     * @param before nothing at or above it may be compacted: it is undecided
     */
    static DirtyRange of(List<SegmentSize> segments, long from, long before, TopicConfig config, Instant now) {
        long cleanSizeBytes = 0;
        long dirtySizeBytes = 0;
        long to = from;
        Optional<Instant> blockedUntil = Optional.empty();
        for (SegmentSize segment : segments) {
            boolean isDirty = segment.lastOffset() >= from;
            blockedUntil = isDirty ? blockedUntil(segment, config.minCompactionLag(), now) : Optional.empty();
            if (segment.lastOffset() >= before || blockedUntil.isPresent()) {
                break;
            }
            cleanSizeBytes += segment.beginOffset() < from ? segment.sizeBytes() : 0;
            if (isDirty) {
                dirtySizeBytes += segment.sizeBytes();
                to = segment.lastOffset() + 1;
            }
        }
        return new DirtyRange(from, to, cleanSizeBytes, dirtySizeBytes, blockedUntil);
    }

    private static Optional<Instant> blockedUntil(SegmentSize segment, Duration lag, Instant now) {
        if (lag.isZero() || segment.timeMs() <= now.toEpochMilli() - lag.toMillis()) {
            return Optional.empty();
        }
        return Optional.of(later(segment.timeMs(), lag));
    }

    /** @param oldestMs the oldest time that a dirty segment begins with, where {@code max.compaction.lag.ms} is set */
    boolean isDue(TopicConfig config, Optional<Long> oldestMs, Instant now) {
        if (to <= from || dirtySizeBytes == 0) {
            return false;
        }
        double ratio = (double) dirtySizeBytes / (cleanSizeBytes + dirtySizeBytes);
        return ratio > config.minCleanableDirtyRatio()
                || oldestMs.filter(oldest -> oldest
                                < now.toEpochMilli() - config.maxCompactionLag().toMillis())
                        .isPresent();
    }

    /** When to look again, if nothing is appended until then. */
    Optional<Instant> next(TopicConfig config, Optional<Long> oldestMs) {
        Optional<Instant> atMost = oldestMs.filter(oldest -> dirtySizeBytes > 0)
                .map(oldest -> later(oldest, config.maxCompactionLag()).plusMillis(1));
        return blockedUntil
                .filter(blocked -> atMost.isEmpty() || blocked.isBefore(atMost.get()))
                .or(() -> atMost);
    }

    private static Instant later(long timeMs, Duration lag) {
        try {
            return Instant.ofEpochMilli(Math.addExact(timeMs, lag.toMillis()));
        } catch (ArithmeticException e) {
            return Instant.ofEpochMilli(Long.MAX_VALUE);
        }
    }
}

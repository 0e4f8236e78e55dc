package io.tidemark.partition;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.PlacedReference;
import io.tidemark.layout.Segment;
import io.tidemark.topic.PartitionId;
import java.util.ArrayList;
import java.util.List;

/**
 * A piece of the log that lies in one object: one batch of a batch object, or a run of batches of a segment.
 *
 * @param objectKey the object
 * @param position its first byte there
 * @param sizeBytes its length
 * @param baseOffset where its offsets begin
 * @param lastOffset where they end; a compacted run may hold no batch that far
 * @param maxTimestampMs no record in it has a larger timestamp, and one had this when it was written; -1 for none
 * @param cut whether its end was cut off, so that it may end in a part of a batch
 * @param placed whether the batches hold their real base offsets, as in a segment
 */
public record Span(
        String objectKey,
        long position,
        int sizeBytes,
        long baseOffset,
        long lastOffset,
        long maxTimestampMs,
        boolean cut,
        boolean placed) {

    static Span of(PlacedReference batch) {
        BatchReference reference = batch.reference();
        return new Span(
                reference.object().objectKey(),
                reference.position(),
                reference.sizeBytes(),
                batch.baseOffset(),
                batch.lastOffset(),
                batch.maxTimestampMs(),
                false,
                false);
    }

    static List<Span> of(PartitionId partition, Segment segment) {
        List<Span> spans = new ArrayList<>(segment.blocks().size());
        List<Segment.Block> blocks = segment.blocks();
        for (int i = 0; i < blocks.size(); i++) {
            Segment.Block block = blocks.get(i);
            boolean last = i + 1 == blocks.size();
            long end = last ? segment.sizeBytes() : blocks.get(i + 1).position();
            long next = last ? segment.lastOffset() + 1 : blocks.get(i + 1).baseOffset();
            spans.add(new Span(
                    segment.objectKey(partition),
                    block.position(),
                    Math.toIntExact(end - block.position()),
                    block.baseOffset(),
                    next - 1,
                    block.maxTimestampMs(),
                    false,
                    true));
        }
        return spans;
    }

    /** Its beginning, at most so many bytes of it. */
    public Span cutTo(long sizeBytes) {
        return sizeBytes >= this.sizeBytes
                ? this
                : new Span(objectKey, position, (int) sizeBytes, baseOffset, lastOffset, maxTimestampMs, true, placed);
    }

    /** Whether {@code next} lies right behind this one in the same object. */
    boolean isFollowedBy(Span next) {
        return objectKey.equals(next.objectKey) && position + sizeBytes == next.position;
    }
}

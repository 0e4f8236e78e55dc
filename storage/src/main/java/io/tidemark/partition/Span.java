package io.tidemark.partition;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.PlacedReference;
import io.tidemark.layout.Segment;
import io.tidemark.record.TransactionMarker;
import io.tidemark.topic.PartitionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A piece of the log that lies in one place: one batch of a batch object, a run of batches of a segment, or a marker.
 *
 * @param source where its bytes come from
 * @param sizeBytes its length
 * @param baseOffset where its offsets begin
 * @param lastOffset where they end; a compacted run may hold no batch that far
 * @param maxTimestampMs no record in it has a larger timestamp, and one had this when it was written; -1 for none
 */
public record Span(Source source, int sizeBytes, long baseOffset, long lastOffset, long maxTimestampMs) {

    /** Where bytes come from. */
    public sealed interface Source {

        /** One batch in the object of its request, whose base offset is not in its bytes. */
        record Batch(String objectKey, long position) implements Source {}

        /**
         * Batches in a segment, with their real base offsets.
         *
         * @param cut whether the end was cut off, so that it may end in a part of a batch
         */
        record Run(String objectKey, long position, boolean cut) implements Source {}

        /** A marker that no object holds. */
        record Marker(TransactionMarker marker) implements Source {}
    }

    static Span of(PlacedReference batch) {
        BatchReference reference = batch.reference();
        Optional<TransactionMarker> marker = reference.marker();
        return new Span(
                marker.isPresent()
                        ? new Source.Marker(marker.get())
                        : new Source.Batch(reference.object().objectKey(), reference.position()),
                reference.sizeBytes(),
                batch.baseOffset(),
                batch.lastOffset(),
                batch.maxTimestampMs());
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
                    new Source.Run(segment.objectKey(partition), block.position(), false),
                    Math.toIntExact(end - block.position()),
                    block.baseOffset(),
                    next - 1,
                    block.maxTimestampMs()));
        }
        return spans;
    }

    /** Whether it is a run of batches: only reading it tells where in it an offset is, and it may be cut. */
    public boolean isRun() {
        return source instanceof Source.Run;
    }

    /** A run's beginning, at most so many bytes of it; anything else whole. */
    public Span cutTo(long sizeBytes) {
        return sizeBytes < this.sizeBytes && source instanceof Source.Run run
                ? new Span(
                        new Source.Run(run.objectKey(), run.position(), true),
                        (int) sizeBytes,
                        baseOffset,
                        lastOffset,
                        maxTimestampMs)
                : this;
    }

    /** Whether {@code next} lies right behind this one in the same object. */
    boolean isFollowedBy(Span next) {
        if (source instanceof Source.Batch here && next.source instanceof Source.Batch there) {
            return here.objectKey().equals(there.objectKey()) && here.position() + sizeBytes == there.position();
        }
        return source instanceof Source.Run here
                && next.source instanceof Source.Run there
                && here.objectKey().equals(there.objectKey())
                && here.position() + sizeBytes == there.position();
    }
}

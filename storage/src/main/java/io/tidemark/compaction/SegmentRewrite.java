package io.tidemark.compaction;

import io.tidemark.layout.ObjectId;
import io.tidemark.layout.Segment;
import io.tidemark.partition.SealedBatches;
import io.tidemark.partition.Span;
import io.tidemark.record.StoredBatch;
import io.tidemark.store.ObjectStore;
import io.tidemark.topic.PartitionId;
import java.util.List;
import java.util.Optional;

/**
 * Writes one segment anew, a piece in memory at a time. The new object is begun with the first batch that changes; what
 * stands before it is then read once more and copied, so that a segment that does not change costs its reading alone.
 * Used by one thread; closed before its end it leaves nothing.
 */
final class SegmentRewrite implements AutoCloseable {
    private final ObjectStore objects;
    private final SealedBatches batches;
    private final PartitionId partition;
    private final Segment segment;
    private final ObjectId object;
    private Optional<SegmentWriter> writer = Optional.empty();

    /** @param object the id of the new object, should there be one */
    SegmentRewrite(
            ObjectStore objects, SealedBatches batches, PartitionId partition, Segment segment, ObjectId object) {
        this.objects = objects;
        this.batches = batches;
        this.partition = partition;
        this.segment = segment;
        this.object = object;
    }

    /** The item for what the filter leaves; absent where it leaves everything as it is. */
    Optional<Segment> run(BatchFilter filter) {
        List<List<Span>> pieces = SealedBatches.pieces(partition, segment, segment.beginOffset());
        boolean changed = false;
        for (int i = 0; i < pieces.size(); i++) {
            List<StoredBatch> read = batches.load(pieces.get(i));
            List<StoredBatch> kept =
                    read.stream().flatMap(batch -> filter.apply(batch).stream()).toList();
            if (!changed && !isSame(read, kept)) {
                changed = true;
                pieces.subList(0, i).forEach(piece -> write(batches.load(piece)));
            }
            if (changed) {
                write(kept);
            }
        }
        return changed ? Optional.of(finish()) : Optional.empty();
    }

    /** A batch that stays as it is is the same object. */
    private static boolean isSame(List<StoredBatch> read, List<StoredBatch> kept) {
        return read.equals(kept);
    }

    private void write(List<StoredBatch> kept) {
        for (StoredBatch batch : kept) {
            if (writer.isEmpty()) {
                writer = Optional.of(
                        new SegmentWriter(objects, partition, segment.beginOffset(), batch.baseOffset(), object));
            }
            writer.get().add(batch);
        }
    }

    /** An emptied segment keeps its range, and has no object. */
    private Segment finish() {
        return writer.map(open -> open.commit(segment.lastOffset(), segment.newestObjectMs()))
                .orElseGet(() -> new Segment(
                        segment.beginOffset(), segment.lastOffset(), object, 0, segment.newestObjectMs(), List.of()));
    }

    @Override
    public void close() {
        writer.ifPresent(SegmentWriter::close);
    }
}

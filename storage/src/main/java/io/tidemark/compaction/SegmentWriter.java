package io.tidemark.compaction;

import io.tidemark.layout.ObjectId;
import io.tidemark.layout.Segment;
import io.tidemark.layout.Segment.Block;
import io.tidemark.record.StoredBatch;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.ObjectWriter;
import io.tidemark.topic.PartitionId;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes batches, in offset order and with their real base offsets, into a new segment object, and notes where its
 * blocks begin. Used by one thread; closed without {@link #commit} it leaves nothing.
 */
public final class SegmentWriter implements AutoCloseable {
    private final PartitionId partition;
    private final long beginOffset;
    private final ObjectId object;
    private final ObjectWriter writer;
    private final List<Block> blocks = new ArrayList<>();
    private int sizeBytes;
    private int blockSizeBytes;

    /**
     * Begins the object.
     *
     * @param beginOffset where the segment's range begins
     * @param firstBaseOffset the first batch's base offset, which names the object
     */
    public SegmentWriter(
            ObjectStore objects, PartitionId partition, long beginOffset, long firstBaseOffset, ObjectId object) {
        this.partition = partition;
        this.beginOffset = beginOffset;
        this.object = object;
        this.writer = objects.write(Segment.objectKey(partition, object, firstBaseOffset));
    }

    public void add(StoredBatch batch) {
        if (blocks.isEmpty() || blockSizeBytes >= Segment.BLOCK_SIZE_BYTES) {
            blocks.add(new Block(batch.baseOffset(), sizeBytes, batch.maxTimestampMs()));
            blockSizeBytes = 0;
        } else {
            int last = blocks.size() - 1;
            Block block = blocks.get(last);
            long maxTimestampMs = Math.max(block.maxTimestampMs(), batch.maxTimestampMs());
            blocks.set(last, new Block(block.baseOffset(), block.position(), maxTimestampMs));
        }
        writer.append(batch.stamped());
        sizeBytes += batch.sizeBytes();
        blockSizeBytes += batch.sizeBytes();
    }

    /**
     * Makes the object durable.
     *
     * @return the item that names it
     */
    public Segment commit(long lastOffset, long newestObjectMs) {
        if (!writer.commitIfAbsent()) {
            throw new IllegalStateException("the new object id " + object + " of " + partition + " is taken");
        }
        return new Segment(beginOffset, lastOffset, object, sizeBytes, newestObjectMs, blocks);
    }

    @Override
    public void close() {
        writer.close();
    }
}

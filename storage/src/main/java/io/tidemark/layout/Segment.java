package io.tidemark.layout;

import io.tidemark.record.Bytes;
import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemRange;
import io.tidemark.store.Path;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Consecutive batches of one partition in one object of their own: item {@code S#<begin offset>}. The object
 * {@code segments/<topic id>/<partition>/<ulid>/<base offset>.log} is a plain Kafka log segment, with real base
 * offsets. A compaction writes another object and exchanges the item, conditional on the object it read.
 *
 * @param beginOffset where the segment's range begins: no offset between it and the first block holds a batch
 * @param lastOffset where the range ends
 * @param object its object; also the item's revision
 * @param sizeBytes the object's length
 * @param newestObjectMs the time of the newest batch object that went into it, epoch milliseconds
 * @param blocks runs of batches, in offset order, without a gap in the object; empty when compaction left nothing
 */
public record Segment(
        long beginOffset, long lastOffset, ObjectId object, long sizeBytes, long newestObjectMs, List<Block> blocks) {
    /** The size of a merged segment, at most. */
    public static final int MAX_SIZE_BYTES = 128 << 20;

    /** A block ends with the batch that makes it so large: what one ranged read of a lookup takes. */
    public static final int BLOCK_SIZE_BYTES = 256 << 10;

    /** What the keys of all segment objects begin with. */
    public static final String KEY_PREFIX = "segments/";

    private static final String PREFIX = "S#";
    private static final int KEY_PARTS = 5;
    private static final int OBJECT_PART = 3;
    private static final String LAST_OFFSET = "last";
    private static final String MAX_TIMESTAMP = "maxTs";
    private static final Path OBJECT = Path.of("object");
    private static final String NEWEST_OBJECT = "newest";
    private static final String SIZE = "bytes";
    private static final String BLOCKS = "blocks";
    private static final int BLOCK_PACKED_SIZE_BYTES = 3 * Varints.MAX_SIZE_BYTES;

    /**
     * A run of batches.
     *
     * @param baseOffset the first batch's base offset
     * @param position the first batch's first byte in the object
     * @param maxTimestampMs the largest timestamp in the run, -1 for none
     */
    public record Block(long baseOffset, int position, long maxTimestampMs) {}

    public Segment {
        blocks = List.copyOf(blocks);
        if (lastOffset < beginOffset) {
            throw new IllegalArgumentException("a segment of offsets " + beginOffset + " to " + lastOffset);
        }
        if (sizeBytes < 0 || blocks.stream().anyMatch(block -> block.position() < 0)) {
            throw new IllegalArgumentException("a segment of offsets " + beginOffset + " to " + lastOffset
                    + " is larger than a position can tell");
        }
    }

    public static ItemKey key(PartitionId partition, long beginOffset) {
        return new ItemKey(PartitionKeys.partitionKey(partition), sortKey(beginOffset));
    }

    /** The segment that begins at or below the offset. */
    public static ItemRange atOrBelow(PartitionId partition, long offset) {
        return ItemRange.descending(PartitionKeys.partitionKey(partition), sortKey(0), sortKey(offset), 1);
    }

    /** The segments that begin at or above {@code from} and below {@code before}. */
    public static ItemRange between(PartitionId partition, long from, long before, int limit) {
        return ItemRange.ascending(PartitionKeys.partitionKey(partition), sortKey(from), sortKey(before - 1), limit);
    }

    /** Holds while the item still names the object that this one does. */
    public Condition isUnchanged() {
        return Condition.equal(OBJECT, Value.of(object.bytes()));
    }

    /** The object's key. */
    public String objectKey(PartitionId partition) {
        return objectKey(
                partition,
                object,
                blocks.isEmpty() ? beginOffset : blocks.get(0).baseOffset());
    }

    /** The key of a segment object: as Kafka names its log files, below an id that makes it unique. */
    public static String objectKey(PartitionId partition, ObjectId object, long firstBaseOffset) {
        return objectPrefix(partition) + object.ulid() + "/" + PartitionKeys.sortable(firstBaseOffset) + ".log";
    }

    /** The id in the key of a segment object; absent where the key is not that of one. */
    public static Optional<ObjectId> objectOfKey(String key) {
        String[] parts = key.split("/", -1);
        return key.startsWith(KEY_PREFIX) && parts.length == KEY_PARTS
                ? ObjectId.parse(parts[OBJECT_PART])
                : Optional.empty();
    }

    /** What the keys of all segment objects of a partition begin with. */
    public static String objectPrefix(PartitionId partition) {
        return KEY_PREFIX + partition.topic() + "/" + partition.partition() + "/";
    }

    public long maxTimestampMs() {
        return blocks.stream().mapToLong(Block::maxTimestampMs).reduce(-1, Math::max);
    }

    public Item encode() {
        return new Item(Map.of(
                LayoutVersion.ATTRIBUTE,
                LayoutVersion.value(),
                LAST_OFFSET,
                Value.of(lastOffset),
                MAX_TIMESTAMP,
                Value.of(maxTimestampMs()),
                OBJECT.attribute(),
                Value.of(object.bytes()),
                NEWEST_OBJECT,
                Value.of(newestObjectMs),
                SIZE,
                Value.of(sizeBytes),
                BLOCKS,
                Value.of(packBlocks())));
    }

    public static Segment decode(ItemKey key, Item item) {
        Attributes attributes = LayoutVersion.read("segment " + key.sort() + " of " + key.partition(), item);
        long beginOffset = Long.parseLong(key.sort().substring(PREFIX.length()));
        try {
            return new Segment(
                    beginOffset,
                    attributes.number(LAST_OFFSET),
                    new ObjectId(attributes.bytes(OBJECT.attribute())),
                    attributes.number(SIZE),
                    attributes.number(NEWEST_OBJECT),
                    unpackBlocks(attributes, beginOffset));
        } catch (IllegalArgumentException e) {
            throw attributes.damaged(BLOCKS, "a segment's: " + e.getMessage());
        }
    }

    /** Each block as its distance from the one before: offset, position and, signed, timestamp. */
    private Bytes packBlocks() {
        ByteBuffer buffer = ByteBuffer.allocate(blocks.size() * BLOCK_PACKED_SIZE_BYTES);
        Block before = new Block(beginOffset, 0, 0);
        for (Block block : blocks) {
            Varints.putUnsigned(buffer, block.baseOffset() - before.baseOffset());
            Varints.putUnsigned(buffer, block.position() - before.position());
            Varints.putSigned(buffer, block.maxTimestampMs() - before.maxTimestampMs());
            before = block;
        }
        return Bytes.copyOf(buffer.flip());
    }

    private static List<Block> unpackBlocks(Attributes attributes, long beginOffset) {
        ByteBuffer buffer = attributes.bytes(BLOCKS).asByteBuffer();
        List<Block> blocks = new ArrayList<>();
        Block before = new Block(beginOffset, 0, 0);
        try {
            while (buffer.hasRemaining()) {
                before = new Block(
                        before.baseOffset() + Varints.getUnsigned(buffer),
                        before.position() + Varints.getUnsignedInt(buffer),
                        before.maxTimestampMs() + Varints.getSigned(buffer));
                blocks.add(before);
            }
        } catch (BufferUnderflowException e) {
            throw attributes.damaged(BLOCKS, "a list of blocks");
        }
        return blocks;
    }

    private static String sortKey(long beginOffset) {
        return PREFIX + PartitionKeys.sortable(beginOffset);
    }
}

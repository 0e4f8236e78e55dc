package io.tidemark.layout;

import io.tidemark.record.Bytes;
import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.Path;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * How far a pass of compaction had come when the time of a run was over: item {@code C} of a partition. It says: <b>of
 * the records below {@code next} none is left that was aborted, or that is older than one of its key at or above
 * {@code cleaned} and below {@code mappedTo}.</b> Nothing that is done to the log later can make that false, as below
 * {@code mappedTo} records only go. It is heeded while the head's {@code cleaned} is this one; it may be lost, late, or
 * left behind.
 *
 * @param cleaned where the pass began to map
 * @param mappedTo where its map ended
 * @param next the segments that end below it were gone over
 * @param producers those with a transaction that has records below {@code next}, when they were gone over, and its
 *     marker at or above: 1,000 at most, as a head has no more producers
 */
public record CompactionCursor(long cleaned, long mappedTo, long next, Set<Long> producers) {
    private static final String SORT_KEY = "C";
    private static final Path CLEANED = Path.of("cleaned");
    private static final String MAPPED_TO = "mapped";
    private static final String NEXT = "next";
    private static final String PRODUCERS = "producers";

    public CompactionCursor {
        producers = Set.copyOf(producers);
        if (cleaned < 0 || mappedTo <= cleaned || next < 0) {
            throw new IllegalArgumentException("mapped from " + cleaned + " to " + mappedTo + ", next is " + next);
        }
    }

    public static ItemKey key(PartitionId partition) {
        return new ItemKey(PartitionKeys.partitionKey(partition), SORT_KEY);
    }

    /** Holds while the item is one of the same pass. */
    public Condition isOfThisPass() {
        return Condition.equal(CLEANED, Value.of(cleaned));
    }

    public Item encode() {
        return new Item(Map.of(
                LayoutVersion.ATTRIBUTE,
                LayoutVersion.value(),
                CLEANED.attribute(),
                Value.of(cleaned),
                MAPPED_TO,
                Value.of(mappedTo),
                NEXT,
                Value.of(next),
                PRODUCERS,
                Value.of(packProducers())));
    }

    public static CompactionCursor decode(ItemKey key, Item item) {
        Attributes attributes = LayoutVersion.read("compaction cursor of " + key.partition(), item);
        Set<Long> producers = unpackProducers(attributes);
        try {
            return new CompactionCursor(
                    attributes.number(CLEANED.attribute()),
                    attributes.number(MAPPED_TO),
                    attributes.number(NEXT),
                    producers);
        } catch (IllegalArgumentException e) {
            throw attributes.damaged(MAPPED_TO, "the end of a range of offsets");
        }
    }

    /** In rising order, each as its distance from the one before. */
    private Bytes packProducers() {
        ByteBuffer buffer = ByteBuffer.allocate(producers.size() * Varints.MAX_SIZE_BYTES);
        long before = 0;
        for (long producer : new TreeSet<>(producers)) {
            Varints.putUnsigned(buffer, producer - before);
            before = producer;
        }
        return Bytes.copyOf(buffer.flip());
    }

    private static Set<Long> unpackProducers(Attributes attributes) {
        ByteBuffer buffer = attributes.bytes(PRODUCERS).asByteBuffer();
        Set<Long> producers = new TreeSet<>();
        long before = 0;
        try {
            while (buffer.hasRemaining()) {
                before += Varints.getUnsigned(buffer);
                producers.add(before);
            }
        } catch (BufferUnderflowException e) {
            throw attributes.damaged(PRODUCERS, "a list of producer ids");
        }
        return producers;
    }
}

package io.tidemark.layout;

import io.tidemark.producer.ProducerEpoch;
import io.tidemark.producer.ProducerState;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.Path;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A partition's head, item {@code H}: the one item whose conditional update is the commit of everything (invariant
 * I3).
 *
 * @param offsets where the partition's parts begin and end
 * @param tail the newest batches, from {@link Offsets#sealed} on without a gap
 * @param sealedMax what the time index knows of the batches before the tail
 * @param floorMs a batch object whose id is older than this, epoch milliseconds, cannot be committed any more: a sweep
 *     may have deleted it
 * @param sizeBytes the bytes that were appended and are not deleted; an upper bound, for a compaction takes nothing
 *     off
 * @param producers idempotent producers, by id
 * @param closedAttempts appends of unknown outcome that cannot apply any more, by {@link BatchReference#attemptName},
 *     each with the time when it was closed, epoch milliseconds
 * @param transactions those that are not ended
 */
public record Head(
        Offsets offsets,
        List<BatchReference> tail,
        SealedMax sealedMax,
        long floorMs,
        long sizeBytes,
        Map<Long, ProducerState> producers,
        Map<String, Long> closedAttempts,
        Transactions transactions) {
    public static final Path LOW = Path.of("low");
    public static final Path HIGH = Path.of("high");
    public static final Path SEALED = Path.of("sealed");
    public static final Path MERGED = Path.of("merged");
    public static final Path CLEANED = Path.of("cleaned");
    public static final Path TAIL = Path.of("tail");
    public static final Path MAX_TIMESTAMP = Path.of("maxTs");
    public static final Path INDEX = Path.of("index");
    public static final Path SINCE = Path.of("since");
    public static final Path FLOOR = Path.of("floor");
    public static final Path SIZE = Path.of("bytes");

    /** The name of an attempt, once its outcome was closed: then it cannot be applied any more. */
    private static final String CLOSED_ATTEMPTS = "once";

    private static final String SORT_KEY = "H";

    /**
     * Where the parts of a partition begin and end.
     *
     * @param low the log start offset
     * @param high the high watermark: the next offset to be given
     * @param sealed the tail begins here; offsets below are named by pages
     * @param merged offsets below are read from segments
     * @param cleaned offsets below were compacted
     */
    public record Offsets(long low, long high, long sealed, long merged, long cleaned) {}

    /**
     * What is known of the sealed batches' times.
     *
     * @param maxTimestampMs the largest maximum timestamp among those from {@code since} on, -1 for none
     * @param indexVersion which time-index entries are in use, 0 for none
     * @param since from which offset on {@code maxTimestampMs} speaks
     */
    public record SealedMax(long maxTimestampMs, long indexVersion, long since) {}

    public Head {
        tail = List.copyOf(tail);
        producers = Map.copyOf(producers);
        closedAttempts = Map.copyOf(closedAttempts);
    }

    /** The head of a new partition, whose index is in use from the start. */
    public static Head empty(long floorMs) {
        return new Head(
                new Offsets(0, 0, 0, 0, 0),
                List.of(),
                new SealedMax(-1, 1, 0),
                floorMs,
                0,
                Map.of(),
                Map.of(),
                Transactions.NONE);
    }

    public static ItemKey key(PartitionId partition) {
        return new ItemKey(PartitionKeys.partitionKey(partition), SORT_KEY);
    }

    public static Path closedAttempt(BatchReference reference) {
        return closedAttempt(reference.attemptName());
    }

    public static Path closedAttempt(String attemptName) {
        return Path.of(CLOSED_ATTEMPTS, attemptName);
    }

    public static Path producer(long producerId) {
        return ProducerItems.state(producerId);
    }

    public static Path producerOffset(long producerId) {
        return ProducerItems.newestOffset(producerId);
    }

    /** The first offset of an open transaction. */
    public static Path openTransaction(ProducerEpoch transaction) {
        return Transactions.openPath(transaction);
    }

    /** The marker's offset of a transaction that is being aborted. */
    public static Path abortingTransaction(ProducerEpoch transaction) {
        return Transactions.abortingPath(transaction);
    }

    public List<PlacedReference> placedTail() {
        return PlacedReference.placeAll(offsets.sealed(), tail);
    }

    public Optional<ProducerState> knownProducer(long producerId) {
        return Optional.ofNullable(producers.get(producerId));
    }

    /** The largest maximum timestamp of any batch that may be at or above the log start; -1 for none. */
    public long maxTimestampMs() {
        return tail.stream().mapToLong(BatchReference::maxTimestampMs).reduce(sealedMax.maxTimestampMs(), Math::max);
    }

    /**
     * Below it no transaction is undecided, and every aborted one is told of (KIP-98). It is never below the log start,
     * and with the log start and the high watermark it only ever rises.
     */
    public long lastStableOffset() {
        return transactions
                .lowestFirstOffset()
                .map(first -> Math.max(offsets.low(), first))
                .orElse(offsets.high());
    }

    public Item encode() {
        return new Item(Map.ofEntries(
                Map.entry(LayoutVersion.ATTRIBUTE, LayoutVersion.value()),
                number(LOW, offsets.low()),
                number(HIGH, offsets.high()),
                number(SEALED, offsets.sealed()),
                number(MERGED, offsets.merged()),
                number(CLEANED, offsets.cleaned()),
                Map.entry(
                        TAIL.attribute(),
                        new Value.Sequence(tail.stream()
                                .map(reference -> Value.of(reference.packed()))
                                .toList())),
                number(MAX_TIMESTAMP, sealedMax.maxTimestampMs()),
                number(INDEX, sealedMax.indexVersion()),
                number(SINCE, sealedMax.since()),
                number(FLOOR, floorMs),
                number(SIZE, sizeBytes),
                Map.entry(ProducerItems.STATES, ProducerItems.encodeStates(producers)),
                Map.entry(ProducerItems.NEWEST_OFFSETS, ProducerItems.encodeNewestOffsets(producers)),
                Map.entry(Transactions.OPEN, transactions.encodeOpen()),
                Map.entry(Transactions.ABORTING, transactions.encodeAborting()),
                Map.entry(CLOSED_ATTEMPTS, encodeClosedAttempts())));
    }

    public static Head decode(ItemKey key, Item item) {
        Attributes attributes = LayoutVersion.read("head of " + key.partition(), item);
        Head head = new Head(
                new Offsets(
                        attributes.number(LOW.attribute()),
                        attributes.number(HIGH.attribute()),
                        attributes.number(SEALED.attribute()),
                        attributes.number(MERGED.attribute()),
                        attributes.number(CLEANED.attribute())),
                attributes.list(TAIL.attribute()).stream()
                        .map(element -> reference(attributes, element))
                        .toList(),
                new SealedMax(
                        attributes.number(MAX_TIMESTAMP.attribute()),
                        attributes.number(INDEX.attribute()),
                        attributes.number(SINCE.attribute())),
                attributes.number(FLOOR.attribute()),
                attributes.number(SIZE.attribute()),
                ProducerItems.decode(attributes),
                closedAttempts(attributes),
                Transactions.decode(attributes));
        if (head.offsets.sealed() + head.tailOffsets() != head.offsets.high()) {
            throw attributes.damaged(TAIL.attribute(), "the batches from sealed to high");
        }
        return head;
    }

    private long tailOffsets() {
        return tail.stream()
                .mapToLong(reference -> reference.lastOffsetDelta() + 1L)
                .sum();
    }

    private Value encodeClosedAttempts() {
        Map<String, Value> entries = new HashMap<>();
        closedAttempts.forEach((name, closedMs) -> entries.put(name, Value.of(closedMs)));
        return new Value.Dictionary(entries);
    }

    private static Map<String, Long> closedAttempts(Attributes attributes) {
        Map<String, Long> attempts = new HashMap<>();
        attributes.map(CLOSED_ATTEMPTS).forEach((name, closed) -> {
            if (!(closed instanceof Value.Number closedMs)) {
                throw attributes.damaged(CLOSED_ATTEMPTS, "a map of times");
            }
            attempts.put(name, closedMs.value());
        });
        return attempts;
    }

    private static BatchReference reference(Attributes attributes, Value element) {
        if (element instanceof Value.Blob blob) {
            return BatchReference.unpack(blob.value());
        }
        throw attributes.damaged(TAIL.attribute(), "a list of batch references");
    }

    private static Map.Entry<String, Value> number(Path path, long number) {
        return Map.entry(path.attribute(), Value.of(number));
    }
}

package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.audit.AuditScope;
import io.tidemark.audit.Rule;
import io.tidemark.layout.Head;
import io.tidemark.layout.Segment;
import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.partition.Partitions;
import io.tidemark.partition.Tails;
import io.tidemark.partition.TopicReader;
import io.tidemark.produce.Append;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.produce.Produced;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Answer;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.LogRecord;
import io.tidemark.record.NewRecord;
import io.tidemark.record.ProducerStamp;
import io.tidemark.record.StoredBatch;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.sweep.WatchedStores;
import io.tidemark.topic.ConfigChange;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicPartition;
import io.tidemark.transaction.Markers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** A compacted partition, and beside it all records that it was ever sent. */
final class CompactedWorld {
    static final Duration DAY = Duration.ofDays(1);

    private static final Duration BUDGET = Duration.ofMinutes(10);
    private static final long MAX_TIMESTAMP = -3;

    final SweepWorld world;
    final Topic topic;
    final PartitionId partition;
    private final List<LogRecord> sent = new ArrayList<>();
    private final Set<Long> markers = new HashSet<>();
    private final Set<Long> undone = new HashSet<>();
    private final Map<ProducerEpoch, List<Long>> open = new HashMap<>();
    private long nextOffset;

    CompactedWorld(long seed, String... configs) {
        world = new SweepWorld(seed);
        Map<String, String> all = new HashMap<>(Map.of(
                "cleanup.policy",
                "compact,delete",
                "retention.ms",
                "-1",
                "message.timestamp.after.max.ms",
                Long.toString(Long.MAX_VALUE)));
        for (int i = 0; i < configs.length; i += 2) {
            all.put(configs[i], configs[i + 1]);
        }
        topic = world.create("orders", 1, all);
        partition = topic.partition(0);
    }

    /** One batch of records, each written as {@code key=value@timestamp}, or without {@code =value} for a tombstone. */
    void append(String... records) {
        append(Codec.UNCOMPRESSED, records);
    }

    void append(Codec codec, String... records) {
        appendRaw(BatchWriter.write(records(records), codec, Optional.empty(), false), nextOffset);
    }

    private static List<NewRecord> records(String... records) {
        List<NewRecord> batch = new ArrayList<>();
        for (String record : records) {
            String[] parts = record.split("[=@]", -1);
            Optional<Bytes> key = parts[0].isEmpty() ? Optional.empty() : Optional.of(Bytes.utf8(parts[0]));
            Optional<Bytes> value = parts.length == 3 ? Optional.of(Bytes.utf8(parts[1])) : Optional.empty();
            batch.add(new NewRecord(Long.parseLong(parts[parts.length - 1]), key, value, List.of()));
        }
        return batch;
    }

    void appendRaw(Bytes batch, long expectedOffset) {
        produced(batch, expectedOffset, world.tidemark().produce(request(Optional.empty(), batch)));
    }

    private void produced(Bytes batch, long expectedOffset, List<Answer<Produced>> answers) {
        long base = SweepWorld.given(answers.get(0)).baseOffset();
        assertThat(base).isEqualTo(expectedOffset);
        if (base == nextOffset) {
            List<LogRecord> records = StoredBatch.at(base, batch).records();
            sent.addAll(records);
            nextOffset += records.size();
        }
    }

    private ProduceRequest request(Optional<String> transactionalId, Bytes batch) {
        PartitionBatch entry = new PartitionBatch(new TopicPartition(topic.name(), 0), batch);
        return new ProduceRequest(transactionalId, List.of(entry));
    }

    /** Appends to the producer's transaction of this epoch, which begins with it if it is not open. */
    void appendIn(ProducerEpoch transaction, String... records) {
        List<Long> offsets = open.computeIfAbsent(transaction, begun -> new ArrayList<>());
        ProducerStamp stamp = new ProducerStamp(transaction.producerId(), transaction.epoch(), offsets.size());
        Bytes batch = BatchWriter.write(records(records), Codec.UNCOMPRESSED, Optional.of(stamp), true);
        long base = nextOffset;
        Append append = new Append(
                world.store.objects(),
                new Partitions(topics()),
                new Tails(world.store.items(), world.environment()),
                (transactionalId, begun, partitions) -> Optional.empty(),
                world.environment());
        produced(batch, base, append.produce(request(Optional.of("t"), batch)));
        LongStream.range(base, nextOffset).forEach(offsets::add);
    }

    /** Ends a transaction that is open; its marker's offset. */
    long end(ProducerEpoch transaction, boolean committed) {
        new Markers(topics(), new Tails(world.store.items(), world.environment()), world.environment())
                .end(topic.name(), partition, transaction, committed);
        List<Long> offsets = Optional.ofNullable(open.remove(transaction)).orElseThrow();
        if (!committed) {
            undone.addAll(offsets);
        }
        markers.add(nextOffset);
        return nextOffset++;
    }

    Set<ProducerEpoch> open() {
        return Set.copyOf(open.keySet());
    }

    private TopicReader topics() {
        return new TopicReader(world.store.items(), world.environment().clock());
    }

    void setPolicy(String policy) {
        SweepWorld.given(world.tidemark()
                .topics()
                .alterConfigs(topic.name(), List.of(ConfigChange.set("cleanup.policy", policy))));
    }

    /** Makes a segment of what there is above the others, and compacts nothing. */
    void merge() {
        world.passes(Duration.ofHours(25));
        run(EnumSet.of(StepName.SEAL, StepName.MERGE));
    }

    MaintenanceReport compact() {
        return run(EnumSet.of(StepName.COMPACT));
    }

    MaintenanceReport run(Set<StepName> steps) {
        MaintenanceReport report = new Maintenance(world.store.objects(), world.store.items(), world.environment())
                .run(new MaintenanceRequest(BUDGET, steps, Set.of(topic.name())));
        assertThat(report.failed()).isEmpty();
        return report;
    }

    MaintenanceReport runAllDue(WatchedStores stores) {
        return new Maintenance(stores.objects(), stores.items(), world.environment())
                .run(MaintenanceRequest.due(BUDGET));
    }

    void deleteBefore(long offset) {
        world.tidemark()
                .deleteRecords(new DeleteRecordsRequest(
                        topic.name(), List.of(new DeleteRecordsRequest.Entry(0, Optional.of(offset)))));
    }

    Head.Offsets offsets() {
        return world.head(partition).offsets();
    }

    List<Segment> segments() {
        return world.items(partition).stream()
                .filter(entry -> entry.key().sort().startsWith("S#"))
                .map(entry -> Segment.decode(entry.key(), entry.item()))
                .toList();
    }

    /** The records, and markers, that are read from the offset on, by fetches of so many bytes. */
    List<LogRecord> fetchAll(long from, int sizeBytes) {
        List<LogRecord> records = new ArrayList<>();
        long high = offsets().high();
        for (long next = from; next < high; ) {
            Fetched fetched = fetch(next, sizeBytes);
            assertThat(fetched.nextOffset()).as("next offset behind %d", next).isGreaterThan(next);
            for (StoredBatch batch : fetched.batches()) {
                assertThat(batch.lastOffset()).isGreaterThanOrEqualTo(next);
                batch.verified().records().stream()
                        .filter(record -> record.offset() >= from)
                        .forEach(records::add);
            }
            next = fetched.nextOffset();
        }
        return records;
    }

    Fetched fetch(long offset, int sizeBytes) {
        return fetch(offset, sizeBytes, IsolationLevel.READ_UNCOMMITTED);
    }

    Fetched fetch(long offset, int sizeBytes, IsolationLevel isolation) {
        return (Fetched) world.tidemark()
                .fetch(new FetchRequest(
                        new TopicPartition(topic.name(), 0),
                        offset,
                        sizeBytes,
                        isolation,
                        Duration.ZERO,
                        Optional.empty()));
    }

    boolean wasUndone(LogRecord record) {
        return undone.contains(record.offset());
    }

    /** Where there are records. */
    List<Long> offsetsThere() {
        return fetchAll(offsets().low(), 1 << 20).stream()
                .map(LogRecord::offset)
                .filter(offset -> !markers.contains(offset))
                .toList();
    }

    /** What must be there: of each key the newest record that counts, unless that is a tombstone. */
    List<LogRecord> mustBeThere() {
        return newest().stream()
                .filter(record -> record.key().isPresent() && record.value().isPresent())
                .toList();
    }

    /** Of each key the newest record that counts, and is not deleted. */
    private List<LogRecord> newest() {
        Map<Optional<Bytes>, LogRecord> newest = new HashMap<>();
        sent.stream().filter(this::counts).forEach(record -> newest.put(record.key(), record));
        long low = offsets().low();
        return newest.values().stream().filter(record -> record.offset() >= low).toList();
    }

    /** Whether the record is of no transaction, or of one that was committed. */
    private boolean counts(LogRecord record) {
        return !undone.contains(record.offset())
                && open.values().stream().noneMatch(offsets -> offsets.contains(record.offset()));
    }

    /** Nothing comes back: where an older record is, the newest one of its key is there, too, were it a tombstone. */
    private void assertNothingCameBack(List<LogRecord> there, String where) {
        Set<Optional<Bytes>> keys = there.stream()
                .filter(record -> !markers.contains(record.offset()) && counts(record))
                .map(LogRecord::key)
                .filter(Optional::isPresent)
                .collect(Collectors.toSet());
        assertThat(there)
                .as(where)
                .containsAll(newest().stream()
                        .filter(record -> keys.contains(record.key()))
                        .toList());
    }

    /** The audit finds nothing, and {@link #assertExact} holds. */
    void assertSound(String where) {
        assertAudited(where);
        assertExact(where);
    }

    void assertAudited(String where) {
        assertThat(world.audit(AuditScope.everything()).findings())
                .as(where)
                .filteredOn(finding -> finding.rule() != Rule.GARBAGE_IS_SWEPT)
                .isEmpty();
    }

    /** Nothing is lost or made up, and every answer is that of a scan of what is there. */
    void assertExact(String where) {
        long low = offsets().low();
        List<LogRecord> there = fetchAll(low, 1 << 20);
        assertThat(there)
                .as(where)
                .filteredOn(record -> !markers.contains(record.offset()))
                .containsAll(mustBeThere())
                .isSubsetOf(sent);
        assertNothingCameBack(there, where);
        assertThat(there).as(where).isSortedAccordingTo((a, b) -> Long.compare(a.offset(), b.offset()));
        for (long from = low; from <= offsets().high(); from += 1 + (offsets().high() - low) / 4) {
            long first = from;
            assertThat(fetchAll(from, from % 2 == 0 ? 0 : 90))
                    .as(where + ", from " + from)
                    .isEqualTo(there.stream()
                            .filter(record -> record.offset() >= first)
                            .toList());
        }
        sent.stream()
                .map(LogRecord::timestampMs)
                .distinct()
                .forEach(asked -> assertThat(offsetAt(asked))
                        .as(where + ", timestamp " + asked)
                        .isEqualTo(firstAtOrAfter(there, asked)));
        assertThat(offsetAt(MAX_TIMESTAMP))
                .as(where)
                .isEqualTo(there.stream().mapToLong(LogRecord::timestampMs).max().stream()
                        .boxed()
                        .findFirst()
                        .flatMap(max -> firstAtOrAfter(there, max)));
    }

    static Optional<Long> firstAtOrAfter(List<LogRecord> there, long timestampMs) {
        return there.stream()
                .filter(record -> record.timestampMs() >= timestampMs)
                .map(LogRecord::offset)
                .findFirst();
    }

    Optional<Long> offsetAt(long timestampMs) {
        return offsetAt(world.tidemark(), timestampMs);
    }

    Optional<Long> offsetAt(Tidemark tidemark, long timestampMs) {
        ListOffsetsRequest.Entry entry =
                new ListOffsetsRequest.Entry(new TopicPartition(topic.name(), 0), timestampMs, Optional.empty());
        return SweepWorld.given(tidemark.listOffsets(
                                new ListOffsetsRequest(IsolationLevel.READ_UNCOMMITTED, false, List.of(entry)))
                        .get(0))
                .offset();
    }
}

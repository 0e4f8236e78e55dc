package io.tidemark.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.admin.NewTopic;
import io.tidemark.audit.Audit;
import io.tidemark.audit.AuditReport;
import io.tidemark.audit.AuditScope;
import io.tidemark.layout.Head;
import io.tidemark.layout.ObjectId;
import io.tidemark.layout.PartitionKeys;
import io.tidemark.layout.Segment;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.maintenance.Maintenance;
import io.tidemark.maintenance.MaintenanceReport;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.maintenance.StepName;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.produce.Produced;
import io.tidemark.record.Answer;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.record.StoredBatch;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.StoredObject;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Stores in memory, a clock that a test moves, and everything at work on them. */
public final class SweepWorld {
    public static final Instant START = Instant.parse("2026-03-04T05:06:07.089Z");

    private static final Duration BUDGET = Duration.ofMinutes(10);
    private static final int MANY = 1_000;
    private static final Set<StepName> ON_PARTITIONS = EnumSet.complementOf(EnumSet.of(StepName.SWEEP, StepName.PURGE));

    public final EmbeddedStore store = EmbeddedStore.inMemory();
    private final Random random;
    private Instant now = START;

    public SweepWorld(long seed) {
        this.random = new Random(seed);
    }

    public Environment environment() {
        InstantSource clock = () -> now;
        return new Environment(clock.withZone(ZoneOffset.UTC), random, pause -> {}, Runnable::run);
    }

    public Instant now() {
        return now;
    }

    public void passes(Duration time) {
        now = now.plus(time);
    }

    public Tidemark tidemark() {
        return new Tidemark(store.objects(), store.items(), environment());
    }

    public Topic create(String name, int partitions) {
        return create(name, partitions, Map.of("retention.ms", "-1"));
    }

    public Topic create(String name, int partitions, Map<String, String> configs) {
        return given(tidemark().topics().create(new NewTopic(name, Optional.of(partitions), configs)));
    }

    /** A raw batch of one record a time. */
    public static Bytes batch(long... timestampsMs) {
        List<NewRecord> records = Arrays.stream(timestampsMs)
                .mapToObj(time -> new NewRecord(time, Optional.empty(), Optional.of(Bytes.utf8("v" + time)), List.of()))
                .toList();
        return BatchWriter.write(records, Codec.UNCOMPRESSED, Optional.empty(), false);
    }

    /** Appends one batch; its base offset. */
    public long append(Topic topic, int partition, long... timestampsMs) {
        return given(produce(tidemark(), topic, partition, timestampsMs)).baseOffset();
    }

    public static Answer<Produced> produce(Tidemark tidemark, Topic topic, int partition, long... timestampsMs) {
        PartitionBatch sent = new PartitionBatch(new TopicPartition(topic.name(), partition), batch(timestampsMs));
        return tidemark.produce(new ProduceRequest(Optional.empty(), List.of(sent)))
                .get(0);
    }

    /** Runs the steps of partitions, as often as they have something to do. */
    public void maintain() {
        Maintenance maintenance = new Maintenance(store.objects(), store.items(), environment());
        MaintenanceReport report = maintenance.run(new MaintenanceRequest(BUDGET, ON_PARTITIONS, Set.of()));
        assertThat(report.failed()).isEmpty();
    }

    /** Some time later, seals and merges all that there is now. */
    public void merge() {
        passes(Duration.ofHours(25));
        maintain();
    }

    public Sweep sweep() {
        return new Sweep(store.objects(), store.items(), environment(), Sweep.MIN_GRACE);
    }

    /** A whole sweep, whether it is time or not. */
    public Swept swept() {
        Swept swept = sweep().run(now, true, () -> false).orElseThrow();
        assertThat(swept.finished()).isTrue();
        return swept;
    }

    /** Puts a batch object that nothing names. */
    public String garbage(Duration age) {
        String key = ObjectId.create(now.minus(age), random).objectKey();
        assertThat(store.objects().putIfAbsent(key, Bytes.utf8("garbage"))).isTrue();
        return key;
    }

    /** Puts a segment object that nothing names. */
    public String segmentGarbage(PartitionId partition, Duration age) {
        String key = Segment.objectKey(partition, ObjectId.create(now.minus(age), random), 7);
        assertThat(store.objects().putIfAbsent(key, Bytes.utf8("segment garbage")))
                .isTrue();
        return key;
    }

    public boolean exists(String key) {
        return store.objects().get(key, 0, 1).isPresent();
    }

    public List<String> keys(String prefix) {
        return store.objects().list(prefix, "", MANY).stream()
                .map(StoredObject::key)
                .toList();
    }

    public Head head(PartitionId partition) {
        ItemKey key = Head.key(partition);
        return Head.decode(key, store.items().get(key).orElseThrow());
    }

    /** Every item of the partition. */
    public List<ItemPage.Entry> items(PartitionId partition) {
        return store.items().query(PartitionKeys.everything(partition, MANY)).entries();
    }

    /** Reads every batch from the log start on; how many there are. */
    public int readAll(Topic topic, int partition) {
        Head head = head(topic.partition(partition));
        long next = head.offsets().low();
        int batches = 0;
        while (next < head.offsets().high()) {
            List<StoredBatch> read = fetch(topic, partition, next).batches();
            assertThat(read).as("batches from %d on", next).isNotEmpty();
            batches += read.size();
            next = read.get(read.size() - 1).lastOffset() + 1;
        }
        return batches;
    }

    private Fetched fetch(Topic topic, int partition, long offset) {
        FetchRequest request = new FetchRequest(
                new TopicPartition(topic.name(), partition),
                offset,
                1 << 20,
                IsolationLevel.READ_UNCOMMITTED,
                Duration.ZERO,
                Optional.empty());
        return (Fetched) tidemark().fetch(request);
    }

    public AuditReport audit() {
        return audit(AuditScope.everything());
    }

    public AuditReport audit(AuditScope scope) {
        return new Audit(store.objects(), store.items(), environment().clock()).run(scope);
    }

    /** Nothing is wrong, and the sweep has left nothing that it should not. */
    public void assertSound(String where) {
        AuditReport report = audit(new AuditScope(true, Sweep.MIN_GRACE));
        assertThat(report.findings()).as(where).isEmpty();
    }

    public static <T> T given(Answer<T> answer) {
        if (answer instanceof Answer.Given<T> value) {
            return value.value();
        }
        throw new AssertionError(((Answer.Refused<T>) answer).refusal());
    }
}

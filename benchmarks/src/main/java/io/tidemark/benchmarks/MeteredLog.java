package io.tidemark.benchmarks;

import io.tidemark.Tidemark;
import io.tidemark.admin.NewTopic;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.maintenance.MaintenanceReport;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.record.Answer;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.store.Environment;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.store.metered.MeteredItemStore;
import io.tidemark.store.metered.MeteredObjectStore;
import io.tidemark.store.metered.StoreMeter;
import io.tidemark.store.metered.StoreReading;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One topic on metered stores, with a clock that is moved by hand. Used by one thread. */
final class MeteredLog {
    private static final TopicName TOPIC = new TopicName("measured");
    private static final int MAX_PARTITIONS = 1_000;
    private static final Duration BUDGET = Duration.ofMinutes(14);

    private final StoreMeter meter = new StoreMeter();
    private final Tidemark tidemark;
    private Duration passed = Duration.ZERO;

    /** @param partitions of the topic that is used, and of others where they are more than one topic has */
    MeteredLog(EmbeddedStore store, int partitions) {
        InstantSource system = Clock.systemUTC();
        InstantSource clock = () -> system.instant().plus(passed);
        this.tidemark = new Tidemark(
                new MeteredObjectStore(store.objects(), meter),
                new MeteredItemStore(store.items(), meter),
                new Environment(clock.withZone(ZoneOffset.UTC), new SecureRandom(), pause -> {}, Runnable::run));
        create(TOPIC.value(), Math.min(partitions, MAX_PARTITIONS));
        for (int rest = partitions - MAX_PARTITIONS; rest > 0; rest -= MAX_PARTITIONS) {
            create("other-" + rest, Math.min(rest, MAX_PARTITIONS));
        }
    }

    private void create(String name, int partitions) {
        checked(tidemark.topics().create(new NewTopic(name, Optional.of(partitions), Map.of("retention.ms", "-1"))));
    }

    void passes(Duration time) {
        passed = passed.plus(time);
    }

    /** Appends a batch with one record of about that size. */
    void append(int partition, long timestampMs, int sizeBytes) {
        NewRecord record =
                new NewRecord(timestampMs, Optional.empty(), Optional.of(Bytes.wrap(new byte[sizeBytes])), List.of());
        Bytes batch = BatchWriter.write(List.of(record), Codec.UNCOMPRESSED, Optional.empty(), false);
        checked(tidemark.produce(new ProduceRequest(
                        Optional.empty(), List.of(new PartitionBatch(new TopicPartition(TOPIC, partition), batch))))
                .get(0));
    }

    void lookUp(long timestampMs) {
        checked(tidemark.listOffsets(new ListOffsetsRequest(
                        IsolationLevel.READ_UNCOMMITTED,
                        false,
                        List.of(new ListOffsetsRequest.Entry(
                                new TopicPartition(TOPIC, 0), timestampMs, Optional.empty()))))
                .get(0));
    }

    /** Reads from the offset on; how many bytes came. */
    long fetch(long offset, int sizeBytes) {
        Fetched fetched = (Fetched) tidemark.fetch(new FetchRequest(
                new TopicPartition(TOPIC, 0),
                offset,
                sizeBytes,
                IsolationLevel.READ_UNCOMMITTED,
                Duration.ZERO,
                Optional.empty()));
        return fetched.batches().stream().mapToLong(batch -> batch.sizeBytes()).sum();
    }

    MaintenanceReport tick() {
        MaintenanceReport report = tidemark.maintain(MaintenanceRequest.due(BUDGET));
        if (!report.failed().isEmpty() || !report.skipped().isEmpty()) {
            throw new IllegalStateException(report.toString());
        }
        return report;
    }

    /** What the store did meanwhile. */
    StoreReading during(Runnable work) {
        StoreReading before = meter.reading();
        work.run();
        return meter.reading().minus(before);
    }

    private static <T> T checked(Answer<T> answer) {
        if (answer instanceof Answer.Given<T> given) {
            return given.value();
        }
        throw new IllegalStateException(answer.toString());
    }
}

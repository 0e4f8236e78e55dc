package io.tidemark.benchmarks;

import io.tidemark.Tidemark;
import io.tidemark.admin.NewTopic;
import io.tidemark.log.IsolationLevel;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.log.ListedOffset;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.produce.Produced;
import io.tidemark.record.Answer;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.store.Environment;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A log of one partition in memory, whose batches are a second apart and have ten records each. */
final class SampleLog {
    /** A log's times begin so long ago: with a batch a second, no run appends enough to come to times that are refused. */
    private static final Duration HISTORY = Duration.ofDays(3_650);

    private static final TopicPartition PARTITION = new TopicPartition(new TopicName("sample"), 0);
    private static final int RECORDS = 10;
    private static final long STEP_MS = 1_000;

    private final EmbeddedStore store = EmbeddedStore.inMemory();
    private final Tidemark tidemark;
    private final long beginMs;
    private long batches;

    SampleLog(int batches) {
        Clock clock = Clock.systemUTC();
        this.beginMs = clock.millis() - HISTORY.toMillis();
        this.tidemark = new Tidemark(
                store.objects(),
                store.items(),
                new Environment(clock, new SecureRandom(), duration -> {}, Runnable::run));
        checked(tidemark.topics().create(new NewTopic(PARTITION.topic().value(), Optional.of(1), Map.of())));
        while (this.batches < batches) {
            append();
        }
    }

    Produced append() {
        long timestampMs = beginMs + batches++ * STEP_MS;
        List<NewRecord> records = new ArrayList<>(RECORDS);
        for (int i = 0; i < RECORDS; i++) {
            records.add(new NewRecord(
                    timestampMs + i, Optional.empty(), Optional.of(Bytes.utf8("a line of a log, " + i)), List.of()));
        }
        Bytes batch = BatchWriter.write(records, Codec.UNCOMPRESSED, Optional.empty(), false);
        return checked(
                tidemark.produce(new ProduceRequest(Optional.empty(), List.of(new PartitionBatch(PARTITION, batch))))
                        .get(0));
    }

    /** The first record of one batch, looked up by its time. */
    ListedOffset lookUp(long batch) {
        return checked(tidemark.listOffsets(new ListOffsetsRequest(
                        IsolationLevel.READ_UNCOMMITTED,
                        false,
                        List.of(new ListOffsetsRequest.Entry(PARTITION, beginMs + batch * STEP_MS, Optional.empty()))))
                .get(0));
    }

    private static <T> T checked(Answer<T> answer) {
        if (answer instanceof Answer.Given<T> given) {
            return given.value();
        }
        throw new IllegalStateException(answer.toString());
    }
}

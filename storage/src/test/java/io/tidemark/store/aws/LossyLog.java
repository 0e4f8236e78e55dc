package io.tidemark.store.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.admin.NewTopic;
import io.tidemark.log.FetchAnswer;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
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
import io.tidemark.record.ProducerStamp;
import io.tidemark.store.Environment;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A topic of one partition that is written and asked over a lossy wire, and read whole over a sound one. */
final class LossyLog {
    private static final int MAX_SIZE_BYTES = 1 << 20;

    private final TopicPartition partition;
    private final Tidemark sound;
    private final Tidemark lossy;

    LossyLog(String topic, AwsStores sound, AwsStores lossy, long seed) {
        this.partition = new TopicPartition(new TopicName(topic), 0);
        // each topic with ids of its own, though all share a table
        this.sound = tidemark(sound, 31L * topic.hashCode() - seed);
        this.lossy = tidemark(lossy, 31L * topic.hashCode() + seed);
        Map<String, String> keepAll = Map.of("retention.ms", "-1");
        assertThat(this.sound.topics().create(new NewTopic(topic, Optional.of(1), keepAll)))
                .isInstanceOf(Answer.Given.class);
    }

    /** A record as it is in the log. */
    record Entry(long offset, long timestampMs, String value) {}

    /** One record. */
    Answer<Produced> produce(String value, long timestampMs, Optional<ProducerStamp> stamp) {
        NewRecord record = new NewRecord(timestampMs, Optional.empty(), Optional.of(Bytes.utf8(value)), List.of());
        Bytes batch = BatchWriter.write(List.of(record), Codec.UNCOMPRESSED, stamp, false);
        return lossy.produce(new ProduceRequest(Optional.empty(), List.of(new PartitionBatch(partition, batch))))
                .get(0);
    }

    Answer<Optional<Long>> lookUp(long timestampMs) {
        ListOffsetsRequest.Entry target = new ListOffsetsRequest.Entry(partition, timestampMs, Optional.empty());
        return lossy.listOffsets(new ListOffsetsRequest(IsolationLevel.READ_UNCOMMITTED, false, List.of(target)))
                .get(0)
                .map(ListedOffset::offset);
    }

    List<Entry> all() {
        List<Entry> entries = new ArrayList<>();
        long offset = 0;
        long end = 1;
        while (offset < end) {
            FetchAnswer answer = sound.fetch(new FetchRequest(
                    partition,
                    offset,
                    MAX_SIZE_BYTES,
                    IsolationLevel.READ_UNCOMMITTED,
                    Duration.ZERO,
                    Optional.empty()));
            assertThat(answer).isInstanceOf(Fetched.class);
            Fetched fetched = (Fetched) answer;
            fetched.batches().stream()
                    .flatMap(batch -> batch.records().stream())
                    .map(record -> new Entry(
                            record.offset(),
                            record.timestampMs(),
                            record.value().orElseThrow().utf8()))
                    .forEach(entries::add);
            offset = fetched.nextOffset();
            end = fetched.highWatermark();
        }
        return entries;
    }

    /** All on the caller's thread, so that a seed is a history. */
    private static Tidemark tidemark(AwsStores stores, long seed) {
        return new Tidemark(
                stores.objects(),
                stores.items(),
                new Environment(Clock.systemUTC(), new Random(seed), duration -> {}, Runnable::run));
    }
}

package io.tidemark.log;

import io.tidemark.Tidemark;
import io.tidemark.admin.NewTopic;
import io.tidemark.layout.IndexEntry;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.produce.Produced;
import io.tidemark.record.Answer;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.KafkaError;
import io.tidemark.record.NewRecord;
import io.tidemark.record.TimedOffset;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.StoredObject;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;

/** One topic of two partitions in memory, asked by time. Offsets are those of partition 0 unless said. */
final class LookupFixture {
    static final long MAX_TIMESTAMP = -3;

    private static final TopicName NAME = new TopicName("lookups");
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    private static final long FIRST_INDEX_VERSION = 1;

    private final EmbeddedStore store = EmbeddedStore.inMemory();
    private final Tidemark tidemark = new Tidemark(
            store.objects(), store.items(), new Environment(CLOCK, new Random(1), duration -> {}, Runnable::run));
    private final Topic topic = given(tidemark.topics().create(new NewTopic(NAME.value(), Optional.of(2), Map.of())));

    /** A raw batch of records with these times. */
    static Bytes batch(Codec codec, long... timestampsMs) {
        List<NewRecord> records = Arrays.stream(timestampsMs)
                .mapToObj(time -> new NewRecord(time, Optional.empty(), Optional.of(Bytes.utf8("v")), List.of()))
                .toList();
        return BatchWriter.write(records, codec, Optional.empty(), false);
    }

    void append(long... timestampsMs) {
        append(0, batch(Codec.UNCOMPRESSED, timestampsMs));
    }

    /** Appends to the partition; the base offset. */
    long append(int partition, Bytes batch) {
        PartitionBatch sent = new PartitionBatch(new TopicPartition(NAME, partition), batch);
        List<Answer<Produced>> answers = tidemark.produce(new ProduceRequest(Optional.empty(), List.of(sent)));
        return given(answers.get(0)).baseOffset();
    }

    /** Appends records of time 0 until all that was there before is sealed into pages. */
    void sealAll() {
        for (int i = 0; i < 32; i++) {
            append(0);
        }
    }

    void deleteUpTo(long offset) {
        given(tidemark.deleteRecords(
                        new DeleteRecordsRequest(NAME, List.of(new DeleteRecordsRequest.Entry(0, Optional.of(offset)))))
                .get(0));
    }

    /** What a lookup answers; empty for no match. */
    Optional<TimedOffset> at(long timestamp) {
        return given(ask(0, timestamp))
                .offset()
                .map(offset -> new TimedOffset(
                        offset, given(ask(0, timestamp)).timestampMs().orElseThrow()));
    }

    /** The offset that a lookup answers; -1 for no match. */
    long offsetAt(long timestamp) {
        return at(timestamp).map(TimedOffset::offset).orElse(-1L);
    }

    /** What each of the two partitions answers in one request: an offset, or an error's name. */
    List<String> bothAt(long timestamp) {
        return tidemark
                .listOffsets(new ListOffsetsRequest(
                        IsolationLevel.READ_UNCOMMITTED, false, List.of(entry(0, timestamp), entry(1, timestamp))))
                .stream()
                .map(answer -> answer instanceof Answer.Given<ListedOffset> found
                        ? Long.toString(found.value().offset().orElse(-1L))
                        : error(answer).name())
                .toList();
    }

    /** The keys of the time index, in order. */
    List<ItemKey> indexEntries() {
        PartitionId partition = topic.partition(0);
        ItemRange all = IndexEntry.atOrAbove(partition, FIRST_INDEX_VERSION, 0);
        ItemRange many = ItemRange.ascending(all.partition(), all.from(), all.to(), 1_000);
        return store.items().query(many).entries().stream()
                .map(ItemPage.Entry::key)
                .toList();
    }

    void prune(ItemKey indexEntry) {
        store.items().delete(indexEntry, List.of());
    }

    /** Puts other bytes into the place of the object that holds exactly this batch. */
    void damage(Bytes batch, UnaryOperator<byte[]> damage) {
        ObjectStore objects = store.objects();
        List<String> keys = new ArrayList<>();
        for (StoredObject object : objects.list("data/", "", 1_000)) {
            Bytes content = objects.get(object.key(), 0, Integer.MAX_VALUE).orElseThrow();
            if (content.size() == batch.size()
                    && content.slice(17, content.size() - 17).equals(batch.slice(17, batch.size() - 17))) {
                keys.add(object.key());
            }
        }
        Bytes damaged = Bytes.wrap(damage.apply(batch.toByteArray()));
        objects.delete(keys);
        keys.forEach(key -> objects.putIfAbsent(key, damaged));
    }

    private Answer<ListedOffset> ask(int partition, long timestamp) {
        return tidemark.listOffsets(new ListOffsetsRequest(
                        IsolationLevel.READ_UNCOMMITTED, false, List.of(entry(partition, timestamp))))
                .get(0);
    }

    private static ListOffsetsRequest.Entry entry(int partition, long timestamp) {
        return new ListOffsetsRequest.Entry(new TopicPartition(NAME, partition), timestamp, Optional.empty());
    }

    private static KafkaError error(Answer<ListedOffset> answer) {
        return ((Answer.Refused<ListedOffset>) answer).refusal().error();
    }

    private static <T> T given(Answer<T> answer) {
        if (answer instanceof Answer.Given<T> value) {
            return value.value();
        }
        throw new AssertionError(((Answer.Refused<T>) answer).refusal());
    }
}

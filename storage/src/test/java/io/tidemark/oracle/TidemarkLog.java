package io.tidemark.oracle;

import io.tidemark.Tidemark;
import io.tidemark.admin.NewTopic;
import io.tidemark.log.DeleteRecordsRequest;
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
import io.tidemark.record.Bytes;
import io.tidemark.record.RecordError;
import io.tidemark.record.Refusal;
import io.tidemark.record.StoredBatch;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.common.protocol.Errors;

/** Tidemark's log in Kafka's words. */
final class TidemarkLog implements ComparedLog {
    private final Tidemark tidemark;

    TidemarkLog(Tidemark tidemark) {
        this.tidemark = tidemark;
    }

    @Override
    public Errors createTopic(String topic, int partitions, Map<String, String> configs) {
        return answered(
                tidemark.topics().create(new NewTopic(topic, Optional.of(partitions), configs)),
                created -> Errors.NONE,
                TidemarkLog::errorOf);
    }

    @Override
    public SortedMap<Integer, Appended> produce(String topic, SortedMap<Integer, Bytes> batches) {
        List<PartitionBatch> sent = new ArrayList<>();
        batches.forEach((partition, batch) -> sent.add(new PartitionBatch(partition(topic, partition), batch)));
        List<Answer<Produced>> answers = tidemark.produce(new ProduceRequest(Optional.empty(), sent));
        SortedMap<Integer, Appended> appended = new TreeMap<>();
        for (int i = 0; i < sent.size(); i++) {
            appended.put(
                    sent.get(i).partition().partition(),
                    answered(answers.get(i), TidemarkLog::appended, TidemarkLog::refused));
        }
        return appended;
    }

    @Override
    public List<Listed> listOffsets(String topic, int partitions, long timestamp) {
        List<ListOffsetsRequest.Entry> asked = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            asked.add(new ListOffsetsRequest.Entry(partition(topic, partition), timestamp, Optional.empty()));
        }
        return listOffsets(asked);
    }

    List<Listed> listOffsets(List<ListOffsetsRequest.Entry> asked) {
        return listOffsets(IsolationLevel.READ_UNCOMMITTED, asked);
    }

    List<Listed> listOffsets(IsolationLevel isolation, List<ListOffsetsRequest.Entry> asked) {
        return tidemark.listOffsets(new ListOffsetsRequest(isolation, false, asked)).stream()
                .map(answer -> answered(answer, TidemarkLog::listed, refusal -> Listed.refused(errorOf(refusal))))
                .toList();
    }

    /** The answer of a refused fetch tells more than a broker's; here it is as bare. */
    @Override
    public Read fetch(String topic, int partition, long offset, int maxSizeBytes) {
        return read(fetchAnswer(new FetchRequest(
                partition(topic, partition),
                offset,
                maxSizeBytes,
                IsolationLevel.READ_UNCOMMITTED,
                Duration.ZERO,
                Optional.empty())));
    }

    static Read read(FetchAnswer answer) {
        if (answer instanceof Fetched fetched) {
            return new Read(
                    Errors.NONE,
                    fetched.highWatermark(),
                    fetched.lastStableOffset(),
                    fetched.logStartOffset(),
                    fetched.batches().stream().map(StoredBatch::stamped).toList());
        }
        return Read.refused(
                answer instanceof FetchAnswer.OutOfRange outOfRange
                        ? errorOf(outOfRange.refusal())
                        : errorOf(((FetchAnswer.Refused) answer).refusal()));
    }

    FetchAnswer fetchAnswer(FetchRequest request) {
        return tidemark.fetch(request);
    }

    @Override
    public Trimmed deleteRecords(String topic, int partition, long offset) {
        Optional<Long> before = offset == -1 ? Optional.empty() : Optional.of(offset);
        return answered(
                tidemark.deleteRecords(new DeleteRecordsRequest(
                                new TopicName(topic), List.of(new DeleteRecordsRequest.Entry(partition, before))))
                        .get(0),
                low -> new Trimmed(Errors.NONE, low),
                refusal -> new Trimmed(errorOf(refusal), -1));
    }

    static TopicPartition partition(String topic, int partition) {
        return new TopicPartition(new TopicName(topic), partition);
    }

    static Appended answered(Answer<Produced> answer) {
        return answered(answer, TidemarkLog::appended, TidemarkLog::refused);
    }

    private static Appended appended(Produced produced) {
        return new Appended(
                Errors.NONE,
                produced.baseOffset(),
                produced.logAppendTimeMs().orElse(-1L),
                produced.logStartOffset(),
                List.of());
    }

    private static Appended refused(Refusal refusal) {
        return new Appended(
                errorOf(refusal),
                -1,
                -1,
                -1,
                refusal.recordErrors().stream().map(RecordError::batchIndex).toList());
    }

    private static Listed listed(ListedOffset listed) {
        return new Listed(
                Errors.NONE,
                listed.offset().orElse(-1L),
                listed.timestampMs().orElse(-1L),
                listed.leaderEpoch().orElse(-1));
    }

    private static Errors errorOf(Refusal refusal) {
        return Errors.forCode(refusal.error().code());
    }

    private static <T, R> R answered(Answer<T> answer, Function<T, R> given, Function<Refusal, R> refused) {
        return answer instanceof Answer.Given<T> value
                ? given.apply(value.value())
                : refused.apply(((Answer.Refused<T>) answer).refusal());
    }
}

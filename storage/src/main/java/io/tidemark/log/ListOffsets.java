package io.tidemark.log;

import io.tidemark.partition.FanOut;
import io.tidemark.partition.PartitionEdge;
import io.tidemark.partition.PartitionView;
import io.tidemark.partition.Partitions;
import io.tidemark.partition.ReadingRule;
import io.tidemark.partition.Span;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.record.TimedOffset;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicPartition;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Kafka's ListOffsets. Earliest, Latest and the tier targets are answered from the head, one item read; a time or the
 * maximum by {@link TimeLookup}. Thread-safe.
 *
 * <p>Source: {@code kafka.server.ReplicaManager.fetchOffset} and {@code UnifiedLog.fetchOffsetByTimestamp}.
 */
public final class ListOffsets {
    private final Partitions partitions;
    private final ReadingRule rule;
    private final Executor executor;

    public ListOffsets(Partitions partitions, ReadingRule rule, Executor executor) {
        this.partitions = partitions;
        this.rule = rule;
        this.executor = executor;
    }

    /** Answers each target; in the order of the request. */
    public List<Answer<ListedOffset>> list(ListOffsetsRequest request) {
        Map<TopicPartition, Integer> named = new HashMap<>();
        request.partitions().forEach(entry -> named.merge(entry.partition(), 1, Integer::sum));
        return FanOut.map(
                executor,
                request.partitions(),
                entry -> named.getOrDefault(entry.partition(), 0) > 1
                        ? Answer.refused(
                                KafkaError.INVALID_REQUEST,
                                "Partition " + entry.partition() + " is named more than once in this request.")
                        : PartitionEdge.guard(entry.partition(), () -> list(request, entry)));
    }

    private Answer<ListedOffset> list(ListOffsetsRequest request, ListOffsetsRequest.Entry entry) {
        return OffsetTarget.ofKafka(entry.timestamp())
                .then(target -> partitions
                        .find(entry.partition())
                        .then(found -> LeaderEpoch.check(entry.currentLeaderEpoch())
                                .then(current -> rule.ask(
                                                found.id(),
                                                view -> Answer.of(
                                                        new Question(request, view, found.topic()).answer(target)))
                                        .orElseGet(() -> Answer.refused(partitions.gone(found.topic()))))));
    }

    /** One target of one partition, asked of one view. */
    private record Question(ListOffsetsRequest request, PartitionView view, Topic topic) {

        ListedOffset answer(OffsetTarget target) {
            if (target instanceof OffsetTarget.AtOrAfter time) {
                Optional<TimedOffset> found = new TimeLookup(view).atOrAfter(time.timestampMs());
                if (found.isEmpty() && time.timestampMs() <= view.head().maxTimestampMs()) {
                    checkCompaction();
                }
                return bounded(found);
            }
            if (target instanceof OffsetTarget.MaxTimestamp) {
                Optional<TimedOffset> found = new TimeLookup(view).maximum();
                checkCompaction();
                return bounded(found);
            }
            if (target instanceof OffsetTarget.Latest) {
                return at(bound(), request.includeTimestamps() ? before(bound()) : Optional.empty());
            }
            if (target instanceof OffsetTarget.Earliest) {
                return at(
                        view.logStartOffset(),
                        request.includeTimestamps() ? from(view.logStartOffset()) : Optional.empty());
            }
            if (target instanceof OffsetTarget.LatestTiered) {
                return view.mergedOffset() <= view.logStartOffset()
                        ? ListedOffset.NO_MATCH
                        : at(view.mergedOffset() - 1, Optional.empty());
            }
            return at(Math.max(view.logStartOffset(), view.mergedOffset()), Optional.empty());
        }

        /** A record that was walked past before its time came may have been dropped for one behind the bound. */
        private void checkCompaction() {
            if (topic.config().isCompacted() || view.head().offsets().cleaned() > 0) {
                view.requireNoneCompactedAbove(bound());
            }
        }

        private long bound() {
            return request.isolation() == IsolationLevel.READ_COMMITTED
                    ? view.lastStableOffset()
                    : view.highWatermark();
        }

        /** A record at or past the bound is no match; there is no second search below it, as in Kafka. */
        private ListedOffset bounded(Optional<TimedOffset> found) {
            return found.filter(match -> match.offset() < bound())
                    .map(match -> at(match.offset(), Optional.of(match.timestampMs())))
                    .orElse(ListedOffset.NO_MATCH);
        }

        private Optional<Long> from(long offset) {
            Iterator<Span> spans = view.spansFrom(offset);
            while (spans.hasNext()) {
                Optional<TimedOffset> first = view.load(spans.next()).stream()
                        .flatMap(batch -> batch.firstAtOrAfter(Long.MIN_VALUE, offset).stream())
                        .findFirst();
                if (first.isPresent()) {
                    return first.map(TimedOffset::timestampMs);
                }
            }
            return Optional.empty();
        }

        private Optional<Long> before(long offset) {
            return offset <= view.logStartOffset() ? Optional.empty() : from(offset - 1);
        }

        private static ListedOffset at(long offset, Optional<Long> timestampMs) {
            return new ListedOffset(Optional.of(offset), timestampMs, Optional.of(LeaderEpoch.CURRENT));
        }
    }
}

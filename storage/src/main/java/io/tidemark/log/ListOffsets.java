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
    /** Partitions that are looked at together: each may hold a block of a segment, or a large batch, in memory. */
    static final int MAX_AT_ONCE = 32;

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
                MAX_AT_ONCE,
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
                                                view -> Answer.of(new Question(request, view).answer(target)))
                                        .orElseGet(() -> Answer.refused(partitions.gone(found.topic()))))));
    }

    /** One target of one partition, asked of one view. */
    private record Question(ListOffsetsRequest request, PartitionView view) {

        ListedOffset answer(OffsetTarget target) {
            if (target instanceof OffsetTarget.AtOrAfter time) {
                return bounded(checked(new TimeLookup(view).atOrAfter(time.timestampMs()), time.timestampMs()));
            }
            if (target instanceof OffsetTarget.MaxTimestamp) {
                return bounded(
                        checked(new TimeLookup(view).maximum(), view.head().maxTimestampMs()));
            }
            if (target instanceof OffsetTarget.Latest) {
                return at(bound(), timeAt(bound() - 1));
            }
            if (target instanceof OffsetTarget.Earliest) {
                return at(view.logStartOffset(), timeAt(view.logStartOffset()));
            }
            if (target instanceof OffsetTarget.LatestTiered) {
                return view.mergedOffset() <= view.logStartOffset()
                        ? ListedOffset.NO_MATCH
                        : at(view.mergedOffset() - 1, Optional.empty());
            }
            return at(Math.max(view.logStartOffset(), view.mergedOffset()), Optional.empty());
        }

        /**
         * What was found, once it is certain that there was no other. That is so where it reaches the time, which also is
         * above everything else where the maximum is sought, and the reader may see it; or where nothing ever did.
         * Otherwise the record may have been dropped for one behind the bound, which this view does not show, or not as
         * decided: also on a topic that is not known here to be compacted, for that may be news.
         */
        private Optional<TimedOffset> checked(Optional<TimedOffset> found, long timestampMs) {
            boolean certain = found.filter(match -> match.timestampMs() >= timestampMs && match.offset() < bound())
                    .isPresent();
            boolean empty = view.logStartOffset() == view.highWatermark();
            if (!certain && !empty && timestampMs <= view.head().maxTimestampMs()) {
                view.requireNoneCompactedAbove(bound());
            }
            return found;
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

        /**
         * Where it is asked for, the time of the first record at or behind the offset: of one that the reader may see
         * (invariant I12), which compaction may not have left.
         */
        private Optional<Long> timeAt(long offset) {
            return request.includeTimestamps() && offset >= view.logStartOffset()
                    ? firstFrom(offset)
                            .filter(first -> first.offset() < bound())
                            .map(TimedOffset::timestampMs)
                    : Optional.empty();
        }

        private Optional<TimedOffset> firstFrom(long offset) {
            Iterator<Span> spans = view.spansFrom(offset);
            while (spans.hasNext()) {
                Optional<TimedOffset> first = view.load(spans.next()).stream()
                        .flatMap(batch -> batch.firstAtOrAfter(Long.MIN_VALUE, offset).stream())
                        .findFirst();
                if (first.isPresent()) {
                    return first;
                }
            }
            return Optional.empty();
        }

        private static ListedOffset at(long offset, Optional<Long> timestampMs) {
            return new ListedOffset(Optional.of(offset), timestampMs, Optional.of(LeaderEpoch.CURRENT));
        }
    }
}

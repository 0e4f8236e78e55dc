package io.tidemark.oracle;

import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.oracle.ComparedLog.Appended;
import io.tidemark.oracle.ComparedLog.Listed;
import io.tidemark.partition.Partitions;
import io.tidemark.partition.Tails;
import io.tidemark.partition.TopicReader;
import io.tidemark.produce.Append;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Bytes;
import io.tidemark.store.Environment;
import io.tidemark.topic.TopicName;
import io.tidemark.transaction.Markers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** The partition's side of transactions in Tidemark, in the broker's own producer ids and epochs. Used by one thread. */
final class TidemarkTransactions {
    private final TidemarkLog log;
    private final Append append;
    private final Markers markers;
    private final TopicReader topics;

    TidemarkTransactions(Stores stores, TidemarkLog log, Clock clock) {
        Environment environment = new Environment(clock, new Random(2), pause -> {}, Runnable::run);
        Tails tails = new Tails(stores.items(), environment);
        this.log = log;
        this.topics = new TopicReader(stores.items(), clock);
        this.append = new Append(
                stores.objects(),
                new Partitions(topics),
                tails,
                (transactionalId, transaction, partitions) -> Optional.empty(),
                environment);
        this.markers = new Markers(topics, tails, environment);
    }

    Appended produce(String topic, String transactionalId, Bytes batch) {
        PartitionBatch sent = new PartitionBatch(TidemarkLog.partition(topic, 0), batch);
        return TidemarkLog.answered(append.produce(new ProduceRequest(Optional.of(transactionalId), List.of(sent)))
                .get(0));
    }

    void end(String topic, ProducerEpoch transaction, boolean committed) {
        TopicName name = new TopicName(topic);
        markers.end(name, topics.cached(name).orElseThrow().partition(0), transaction, committed);
    }

    Listed listCommitted(String topic, long timestamp) {
        return log.listOffsets(
                        IsolationLevel.READ_COMMITTED,
                        List.of(new ListOffsetsRequest.Entry(
                                TidemarkLog.partition(topic, 0), timestamp, Optional.empty())))
                .get(0);
    }

    CommittedRead fetchCommitted(String topic, long offset, int maxSizeBytes) {
        FetchRequest request = new FetchRequest(
                TidemarkLog.partition(topic, 0),
                offset,
                maxSizeBytes,
                IsolationLevel.READ_COMMITTED,
                Duration.ZERO,
                Optional.empty());
        return log.fetchAnswer(request) instanceof Fetched fetched
                ? new CommittedRead(
                        TidemarkLog.read(fetched),
                        fetched.abortedTransactions().stream()
                                .map(each -> new CommittedRead.Aborted(each.producerId(), each.firstOffset()))
                                .toList())
                : new CommittedRead(TidemarkLog.read(log.fetchAnswer(request)), List.of());
    }
}

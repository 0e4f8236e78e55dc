package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.ComparedLog.Listed;
import io.tidemark.oracle.ComparedLog.Read;
import io.tidemark.record.Bytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.protocol.Errors;

/**
 * One seed's producers and transactions on a topic of one partition, done to a broker and to Tidemark, with reads under
 * both isolation levels in between. Each side gives its own producer ids; otherwise their answers are the same. Used by
 * one thread.
 */
final class TransactionHistoryCheck {
    private static final int STEPS = 60;
    private static final int MAX_PRODUCERS = 3;
    private static final int MAX_RECORDS = 3;
    private static final int MANY_BYTES = 1 << 20;
    private static final long LATEST = -1;
    private static final String ANY = Long.toString(Long.MAX_VALUE);

    private final long seed;
    private final RandomGenerator random;
    private final BothLogs both;
    private final String topic;
    private final KafkaTransactions broker;
    private final TidemarkTransactions tidemark;
    private final List<RandomTransactionalProducer> producers = new ArrayList<>();
    private final RandomTimes times;
    private final boolean deletes;
    private final List<String> done = new ArrayList<>();
    private int step;

    TransactionHistoryCheck(long seed, BothLogs both) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.both = both;
        this.topic = both.topic("segment.ms", ANY, "message.timestamp.after.max.ms", ANY);
        this.broker = new KafkaTransactions(KafkaBroker.running().connect());
        this.tidemark = new TidemarkTransactions(both.stores(), both.tidemark(), both.clock());
        this.times = new RandomTimes(random);
        this.deletes = random.nextInt(3) == 0;
        for (int i = 0; i <= random.nextInt(MAX_PRODUCERS); i++) {
            producers.add(new RandomTransactionalProducer("history-" + topic + "-" + i, both, topic, random));
        }
    }

    void run() {
        producers.forEach(producer -> answers(producer, producer.begin(false)));
        for (step = 1; step <= STEPS; step++) {
            act(producers.get(random.nextInt(producers.size())));
            if (random.nextInt(4) == 0) {
                read();
            }
        }
        read();
    }

    private void act(RandomTransactionalProducer producer) {
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3, 4 -> answers(producer, producer.write(times()));
            case 5 -> answers(producer, producer.writeAgain());
            case 6 -> answers(producer, producer.writeOddly(times()));
            case 7, 8, 9 -> answers(producer, producer.end(true));
            case 10, 11 -> answers(producer, producer.end(false));
            case 12 -> answers(producer, producer.endOddly());
            case 13 -> answers(producer, producer.begin(random.nextBoolean()));
            case 14 -> {
                if (deletes) {
                    long high = both.broker().listOffset(topic, LATEST).offset();
                    both.deleteRecords(topic, 0, random.nextLong(high + 1));
                }
            }
            default ->
                assertThat(both.produce(topic, RawBatch.of(times()).bytes()).error())
                        .isEqualTo(Errors.NONE);
        }
    }

    private long[] times() {
        long[] timestamps = new long[1 + random.nextInt(MAX_RECORDS)];
        for (int i = 0; i < timestamps.length; i++) {
            timestamps[i] = time();
        }
        return timestamps;
    }

    /** Not below 0: those are other targets. */
    private long time() {
        return Math.max(0, times.next());
    }

    private void read() {
        long high = both.broker().listOffset(topic, LATEST).offset();
        for (int i = 0; i < 4; i++) {
            long offset = random.nextLong(high + 2);
            int sizeBytes = random.nextBoolean() ? MANY_BYTES : random.nextInt(1_000);
            same(
                    "committed from " + offset,
                    shape(broker.fetchCommitted(topic, offset, sizeBytes), true),
                    shape(tidemark.fetchCommitted(topic, offset, sizeBytes), false));
            same(
                    "all from " + offset,
                    shape(both.broker().fetch(topic, 0, offset, sizeBytes), true),
                    shape(both.tidemark().fetch(topic, 0, offset, sizeBytes), false));
        }
        // below a deletion a broker misses records, and its last stable offset rises only with the next append
        for (long target : deletes ? new long[] {-2} : new long[] {-1, -2, -3, 0, time(), time()}) {
            same("offset at " + target, broker.listCommitted(topic, target), tidemark.listCommitted(topic, target));
            Listed unused = both.listOffset(topic, target);
        }
    }

    private List<Object> shape(CommittedRead read, boolean brokers) {
        List<Bytes> batches = read.read().batches();
        ByteBuffer last = batches.isEmpty()
                ? ByteBuffer.allocate(RawBatch.RECORDS)
                : ByteBuffer.wrap(batches.get(batches.size() - 1).toByteArray());
        long end = last.getLong(RawBatch.BASE_OFFSET) + last.getInt(RawBatch.LAST_OFFSET_DELTA) + 1;
        List<CommittedRead.Aborted> aborted = read.aborted().stream()
                // a broker tells of some that begin behind what it answers
                .filter(each -> each.firstOffset() < end && !batches.isEmpty())
                .map(each -> new CommittedRead.Aborted(number(each.producerId(), brokers), each.firstOffset()))
                .sorted(Comparator.comparing(CommittedRead.Aborted::firstOffset))
                .toList();
        return List.of(shape(read.read(), brokers), aborted);
    }

    /** The batches with numbers for producer ids. */
    private Read shape(Read read, boolean brokers) {
        List<Bytes> batches = read.batches().stream()
                .map(batch -> {
                    byte[] bytes = batch.toByteArray();
                    ByteBuffer header = ByteBuffer.wrap(bytes);
                    header.putLong(RawBatch.PRODUCER_ID, number(header.getLong(RawBatch.PRODUCER_ID), brokers));
                    return RawBatch.sealed(bytes);
                })
                .toList();
        return new Read(
                read.error(),
                read.highWatermark(),
                Math.max(read.lastStableOffset(), read.logStartOffset()),
                read.logStartOffset(),
                batches);
    }

    private long number(long producerId, boolean brokers) {
        for (int i = 0; i < producers.size(); i++) {
            if (producers.get(i).has(producerId, brokers)) {
                return i;
            }
        }
        return producerId;
    }

    private void answers(RandomTransactionalProducer producer, RandomTransactionalProducer.Told told) {
        String what = "producer " + producers.indexOf(producer) + ": " + told.request();
        same(what, told.broker(), told.tidemark());
        done.add(what + " -> " + told.broker());
    }

    private void same(String what, Object brokers, Object tidemarks) {
        assertThat(tidemarks)
                .as(
                        "Tidemark, beside the broker: %s, step %d, replay with -Dtidemark.seed=%d, behind %s",
                        what, step, seed, done)
                .isEqualTo(brokers);
    }
}

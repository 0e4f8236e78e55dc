package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.ComparedLog.Appended;
import io.tidemark.oracle.ComparedLog.Listed;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Bytes;
import io.tidemark.simulation.ManualClock;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.protocol.Errors;

/**
 * A transactional producer of a broker and of Tidemark as one: what it does is done to both, and both must answer the
 * same. Used by one thread.
 */
final class BothTransactions {
    private static final int TRANSACTIONAL_BIT = 0x10;
    private static final AtomicInteger IDS = new AtomicInteger();

    private final BothLogs logs;
    private final KafkaTransactions broker;
    private final TidemarkTransactions tidemark;
    private final String transactionalId = "transactions-" + IDS.incrementAndGet();
    private Optional<ProducerEpoch> current = Optional.empty();
    private int sequence;

    BothTransactions(BothLogs logs) {
        this.logs = logs;
        this.broker = new KafkaTransactions(KafkaBroker.running().connect());
        this.tidemark = new TidemarkTransactions(logs.stores(), logs.tidemark(), logs.clock());
    }

    /** Another producer. */
    BothTransactions other() {
        return new BothTransactions(logs);
    }

    BothLogs logs() {
        return logs;
    }

    /** The transaction that is open, or comes next. */
    ProducerEpoch current() {
        return current.orElseThrow();
    }

    /** Takes a producer id, if it has none. */
    void begin() {
        if (current.isEmpty()) {
            current = Optional.of(broker.init(transactionalId));
            sequence = 0;
        }
    }

    void append(String topic, RawBatch batch) {
        assertThat(logs.produce(topic, batch.bytes()).error()).isEqualTo(Errors.NONE);
    }

    /** One batch of the transaction that is open, or is open from now on. */
    void write(String topic, long... timestampsMs) {
        assertThat(tryWrite(topic, current(), sequence, timestampsMs)).isEqualTo(Errors.NONE);
        sequence += timestampsMs.length;
    }

    Errors tryWrite(String topic, ProducerEpoch transaction, int baseSequence, long... timestampsMs) {
        RawBatch batch = RawBatch.of(timestampsMs).by(transaction.producerId(), transaction.epoch(), baseSequence);
        return produce(topic, transactional(batch));
    }

    /** A batch of the same producer that belongs to no transaction. */
    Errors produceOutsideOfIt(String topic, RawBatch batch) {
        return produce(
                topic,
                batch.by(current().producerId(), current().epoch(), sequence).bytes());
    }

    private Errors produce(String topic, Bytes batch) {
        logs.clock().setMillis(ManualClock.atSystemTime().millis());
        Appended brokers = broker.produce(topic, transactionalId, batch);
        if (brokers.logAppendTimeMs() >= 0) {
            logs.clock().setMillis(brokers.logAppendTimeMs());
        }
        Appended tidemarks = tidemark.produce(topic, transactionalId, batch);
        assertThat(tidemarks.error()).isEqualTo(brokers.error());
        if (brokers.error() == Errors.NONE) {
            assertThat(tidemarks).isEqualTo(brokers);
        }
        return brokers.error();
    }

    /** Ends the transaction; the time of its marker. */
    long end(String topic, boolean committed) {
        ProducerEpoch ended = current();
        long high = logs.broker().listOffset(topic, -1).offset();
        current = Optional.of(broker.end(topic, transactionalId, ended, committed));
        sequence = 0;
        Bytes marker = logs.broker().marker(topic, high);
        long markerMs = ByteBuffer.wrap(marker.toByteArray()).getLong(RawBatch.MAX_TIMESTAMP);
        logs.clock().setMillis(markerMs);
        tidemark.end(topic, ended, committed);
        assertThat(logs.tidemark().fetch(topic, 0, high, 1_000).batches()).containsExactly(madeAt(marker, markerMs));
        return markerMs;
    }

    Listed listCommitted(String topic, long timestamp) {
        Listed brokers = broker.listCommitted(topic, timestamp);
        assertThat(tidemark.listCommitted(topic, timestamp)).isEqualTo(brokers);
        return brokers;
    }

    /** Where they answer differently on purpose. */
    void listCommitted(String topic, long timestamp, Listed ofBroker, Listed ofTidemark) {
        assertThat(broker.listCommitted(topic, timestamp)).isEqualTo(ofBroker);
        assertThat(tidemark.listCommitted(topic, timestamp)).isEqualTo(ofTidemark);
    }

    /** Aborts are told of in any order; a broker also tells of some that begin behind what it answers. */
    CommittedRead fetchCommitted(String topic, long offset, int maxSizeBytes) {
        CommittedRead brokers = sorted(broker.fetchCommitted(topic, offset, maxSizeBytes));
        assertThat(sorted(tidemark.fetchCommitted(topic, offset, maxSizeBytes)))
                .as("from %d on", offset)
                .isEqualTo(brokers);
        return brokers;
    }

    private static CommittedRead sorted(CommittedRead read) {
        List<Bytes> batches = read.read().batches();
        long end = batches.isEmpty() ? 0 : end(batches.get(batches.size() - 1));
        return new CommittedRead(
                read.read(),
                read.aborted().stream()
                        .filter(each -> each.firstOffset() < end)
                        .sorted(Comparator.comparing(CommittedRead.Aborted::firstOffset))
                        .toList());
    }

    private static long end(Bytes batch) {
        ByteBuffer header = ByteBuffer.wrap(batch.toByteArray());
        return header.getLong(RawBatch.BASE_OFFSET) + header.getInt(RawBatch.LAST_OFFSET_DELTA) + 1;
    }

    /** A broker's marker is made some time before it is appended, which shows on a LogAppendTime topic. */
    private static Bytes madeAt(Bytes marker, long timeMs) {
        byte[] batch = marker.toByteArray();
        ByteBuffer.wrap(batch).putLong(RawBatch.BASE_TIMESTAMP, timeMs);
        return RawBatch.sealed(batch);
    }

    /** A topic whose segments do not end with a marker, as a broker's would between old times and the present. */
    String topic(String... configs) {
        String[] all = Arrays.copyOf(configs, configs.length + 2);
        all[configs.length] = "segment.ms";
        all[configs.length + 1] = Long.toString(Long.MAX_VALUE);
        return logs.topic(all);
    }

    static Bytes transactional(RawBatch batch) {
        return batch.forged(header -> header.putShort(
                RawBatch.ATTRIBUTES, (short) (header.getShort(RawBatch.ATTRIBUTES) | TRANSACTIONAL_BIT)));
    }
}

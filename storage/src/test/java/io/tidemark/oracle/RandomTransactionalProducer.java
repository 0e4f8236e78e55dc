package io.tidemark.oracle;

import io.tidemark.oracle.ComparedProducer.Given;
import io.tidemark.record.Bytes;
import io.tidemark.simulation.ManualClock;
import io.tidemark.store.Eventually;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.protocol.Errors;

/**
 * A transactional producer that mostly does what is right, and sometimes not, on a broker and on Tidemark. What is
 * answered with CONCURRENT_TRANSACTIONS is asked again. Used by one thread.
 */
final class RandomTransactionalProducer {
    private static final int TIMEOUT_MS = 600_000;
    private static final int NONE = ComparedProducer.NONE;
    private static final long LATEST = -1;

    private final String transactionalId;
    private final BothLogs both;
    private final String topic;
    private final RandomGenerator random;
    private final ProducerSide broker;
    private final ProducerSide tidemark;
    private final List<Sent> sent = new ArrayList<>();
    private int epoch;
    private int nextSequence;

    /** Whether the broker has taken a batch of the current epoch. */
    private boolean open;

    /** What both answered, without the ids that each gives as it likes. */
    record Told(String request, String broker, String tidemark) {}

    private record Sent(int epoch, int sequence, boolean transactional, RawBatch records) {}

    RandomTransactionalProducer(String transactionalId, BothLogs both, String topic, RandomGenerator random) {
        this.transactionalId = transactionalId;
        this.both = both;
        this.topic = topic;
        this.random = random;
        this.broker =
                new ProducerSide(new KafkaProducerCalls(KafkaBroker.running().connect()));
        this.tidemark =
                new ProducerSide(new TidemarkProducerCalls(both.stores().tidemark(both.clock(), random.nextLong())));
    }

    boolean has(long producerId, boolean brokers) {
        return (brokers ? broker : tidemark).gave(producerId);
    }

    /**
     * InitProducerId. While a transaction is open its producer does not name the epoch before: a broker aborts the
     * transaction then, Tidemark refuses what can only be a late copy of an old request.
     */
    Told begin(boolean named) {
        int epochNamed = named ? epoch - (open ? 0 : random.nextInt(2)) : NONE;
        return ended(
                "InitProducerId, named " + epochNamed,
                side -> side.calls()
                        .init(
                                Optional.of(transactionalId),
                                TIMEOUT_MS,
                                epochNamed < 0 ? NONE : side.producerId(),
                                epochNamed < 0 ? NONE : epochNamed));
    }

    Told end(boolean committed) {
        int ending = epoch;
        return ended(
                "EndTxn " + ending + ", committed " + committed,
                side -> side.calls().end(transactionalId, side.producerId(), ending, committed));
    }

    /** In another epoch: a replay, or one that is fenced, or was never given. */
    Told endOddly() {
        int ending = Math.max(0, epoch - 2 + random.nextInt(4));
        boolean committed = random.nextBoolean();
        return ended(
                "EndTxn " + ending + ", committed " + committed,
                side -> side.calls().end(transactionalId, side.producerId(), ending, committed));
    }

    /** The broker goes first, and Tidemark's marker is made at the time of the broker's. */
    private Told ended(String request, Function<ProducerSide, Given> call) {
        long high = both.broker().listOffset(topic, LATEST).offset();
        Given given = asked(call, broker);
        boolean moved =
                given.error() == Errors.NONE && (given.epoch() != epoch || broker.producerId() != given.producerId());
        both.clock().setMillis(ManualClock.atSystemTime().millis());
        if (moved && open) {
            Bytes marker = both.broker().marker(topic, high);
            both.clock().setMillis(ByteBuffer.wrap(marker.toByteArray()).getLong(RawBatch.MAX_TIMESTAMP));
        }
        if (moved) {
            epoch = given.epoch();
            nextSequence = 0;
            open = false;
        }
        return new Told(request, broker.told(given), tidemark.told(asked(call, tidemark)));
    }

    private static Given asked(Function<ProducerSide, Given> call, ProducerSide side) {
        return Eventually.until(() -> call.apply(side), given -> given.error() != Errors.CONCURRENT_TRANSACTIONS);
    }

    Told write(long... timestampsMs) {
        Told told = send(new Sent(epoch, nextSequence, true, RawBatch.of(timestampsMs)));
        if (told.broker().equals(Errors.NONE.name())) {
            nextSequence += timestampsMs.length;
            open = true;
        }
        return told;
    }

    /** One of the last batches, whatever became of its transaction. */
    Told writeAgain() {
        return sent.isEmpty() ? write(5) : send(sent.get(sent.size() - 1 - random.nextInt(Math.min(7, sent.size()))));
    }

    /**
     * With a gap, in another epoch, or outside of a transaction. A broker enlists the partition of a batch that it then
     * refuses, which Tidemark does not; and in a broker an epoch that was never given leaves a trace in the partition,
     * where a transaction is open.
     */
    Told writeOddly(long... timestampsMs) {
        return switch (random.nextInt(3)) {
            case 0 -> send(new Sent(epoch - 1, 0, true, RawBatch.of(timestampsMs)));
            case 1 ->
                send(
                        open
                                ? new Sent(epoch, nextSequence + 1 + random.nextInt(3), true, RawBatch.of(timestampsMs))
                                : new Sent(epoch + 1, 0, true, RawBatch.of(timestampsMs)));
            default ->
                open ? send(new Sent(epoch, nextSequence, false, RawBatch.of(timestampsMs))) : write(timestampsMs);
        };
    }

    private Told send(Sent batch) {
        if (batch.epoch() < 0) {
            return new Told("", "no such epoch", "no such epoch");
        }
        both.clock().setMillis(ManualClock.atSystemTime().millis());
        Told told = new Told(
                "Produce " + batch.epoch() + " from " + batch.sequence() + (batch.transactional() ? "" : " outside"),
                send(broker, batch),
                send(tidemark, batch));
        if (told.broker().equals(Errors.NONE.name())) {
            sent.add(batch);
        }
        return told;
    }

    private String send(ProducerSide side, Sent batch) {
        RawBatch raw = batch.records().by(side.producerId(), batch.epoch(), batch.sequence());
        Bytes bytes = batch.transactional() ? BothTransactions.transactional(raw) : raw.bytes();
        Optional<String> id = batch.transactional() ? Optional.of(transactionalId) : Optional.empty();
        return Eventually.until(
                        () -> side.calls().produce(topic, id, bytes), error -> error != Errors.CONCURRENT_TRANSACTIONS)
                .name();
    }
}

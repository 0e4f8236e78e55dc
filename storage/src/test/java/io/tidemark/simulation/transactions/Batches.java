package io.tidemark.simulation.transactions;

import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.record.ProducerStamp;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** One sender's batches: each record's value tells who sent it, and as the how manieth. Used by one thread. */
final class Batches {
    private static final int MAX_RECORDS = 3;
    private static final int MAX_AGE_MS = 5_000;

    private final String sender;
    private final Clock clock;
    private final Random random;
    private int number;

    /** A batch, and the values of its records. */
    record Sent(Bytes batch, List<String> values) {

        void acknowledged(PartitionModel partition, long baseOffset, Optional<ProducerEpoch> transaction) {
            for (int i = 0; i < values.size(); i++) {
                partition.acknowledged(values.get(i), baseOffset + i, transaction);
            }
        }
    }

    Batches(String sender, Clock clock, Random random) {
        this.sender = sender;
        this.clock = clock;
        this.random = random;
    }

    String sender() {
        return sender;
    }

    Random random() {
        return random;
    }

    Sent plain() {
        return next(Optional.empty(), false);
    }

    Sent idempotent(ProducerEpoch producer, int sequence) {
        return next(Optional.of(stamp(producer, sequence)), false);
    }

    Sent transactional(ProducerEpoch transaction, int sequence) {
        return next(Optional.of(stamp(transaction, sequence)), true);
    }

    private static ProducerStamp stamp(ProducerEpoch producer, int sequence) {
        return new ProducerStamp(producer.producerId(), producer.epoch(), sequence);
    }

    private Sent next(Optional<ProducerStamp> stamp, boolean transactional) {
        List<NewRecord> records = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(MAX_RECORDS); i++) {
            String value = sender + ":" + number++;
            values.add(value);
            records.add(new NewRecord(
                    clock.millis() - random.nextInt(MAX_AGE_MS),
                    Optional.empty(),
                    Optional.of(Bytes.utf8(value)),
                    List.of()));
        }
        return new Sent(BatchWriter.write(records, Codec.UNCOMPRESSED, stamp, transactional), values);
    }
}

package io.tidemark.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.produce.Produced;
import io.tidemark.record.Answer;
import io.tidemark.record.Bytes;
import io.tidemark.record.KafkaError;
import io.tidemark.simulation.RawBatches;
import io.tidemark.simulation.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Appends idempotent batches through several processes, each of which may remember what is over; sends each until it is
 * acknowledged, and old ones again. Used by one thread.
 */
final class IdempotentProducer implements Runnable {
    private static final int BATCHES = 20;
    private static final int MAX_SENDS = 200;
    private static final int WINDOW = 5;

    private final List<LogProcess> processes;
    private final History history;
    private final Times times;
    private final Random random;
    private final long producerId;
    private final List<Sent> acknowledged = new ArrayList<>();
    private int sequence = Integer.MAX_VALUE - 10;

    private record Sent(Bytes batch, long offset) {}

    IdempotentProducer(List<LogProcess> processes, History history, Times times, Random random, long producerId) {
        this.processes = processes;
        this.history = history;
        this.times = times;
        this.random = random;
        this.producerId = producerId;
    }

    @Override
    public void run() {
        for (int i = 0; i < BATCHES; i++) {
            String name = "i" + producerId + "-" + i;
            long[] timestampsMs = times.next(1 + random.nextInt(3));
            Bytes batch = RawBatches.idempotent(RawBatches.stamp(producerId, 0, sequence), name, timestampsMs);
            long offset = send(batch);
            PlainProducer.acknowledged(history, name, offset, timestampsMs);
            acknowledged.add(new Sent(batch, offset));
            sequence = (sequence + timestampsMs.length) & Integer.MAX_VALUE;
            sendAnOldOneAgain();
        }
    }

    private long send(Bytes batch) {
        for (int sends = 0; sends < MAX_SENDS; sends++) {
            LogProcess process = anyProcess();
            Optional<Answer<Produced>> answer = process.ask(log -> World.produce(log, 0, batch));
            if (answer.isPresent() && answer.get() instanceof Answer.Given<Produced> given) {
                return given.value().baseOffset();
            }
            assertThat(process.wasFaulty()).as("%s", answer).isTrue();
            answer.ifPresent(refused -> assertThat(
                            ((Answer.Refused<Produced>) refused).refusal().error())
                    .isIn(KafkaError.KAFKA_STORAGE_ERROR, KafkaError.REQUEST_TIMED_OUT));
        }
        throw new AssertionError("never acknowledged");
    }

    /** Invariant I11. */
    private void sendAnOldOneAgain() {
        int back = 1 + random.nextInt(2 * WINDOW);
        if (back > acknowledged.size()) {
            return;
        }
        Sent old = acknowledged.get(acknowledged.size() - back);
        LogProcess process = anyProcess();
        Optional<Answer<Produced>> answer = process.ask(log -> World.produce(log, 0, old.batch()));
        if (process.wasFaulty()) {
            return;
        }
        if (back <= WINDOW) {
            assertThat(World.value(answer.orElseThrow()).baseOffset()).isEqualTo(old.offset());
        } else {
            assertThat(((Answer.Refused<Produced>) answer.orElseThrow())
                            .refusal()
                            .error())
                    .isEqualTo(KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
        }
    }

    private LogProcess anyProcess() {
        return processes.get(random.nextInt(processes.size()));
    }
}

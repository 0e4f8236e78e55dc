package io.tidemark.simulation.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.produce.Produced;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Answer;
import io.tidemark.simulation.World;
import io.tidemark.simulation.run.LogProcess;
import io.tidemark.transaction.InitProducerRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes without transactions in between: plain batches, each sent once, or idempotent ones, each sent until it is
 * acknowledged and sometimes once more. Used by one thread.
 */
final class OtherProducer implements Runnable {
    private static final int BATCHES = 15;
    private static final int MAX_SENDS = 300;

    private final LogProcess process;
    private final Model model;
    private final Batches batches;
    private final boolean idempotent;
    private final Map<Integer, Integer> nextSequence = new HashMap<>();

    OtherProducer(LogProcess process, Model model, Batches batches, boolean idempotent) {
        this.process = process;
        this.model = model;
        this.batches = batches;
        this.idempotent = idempotent;
    }

    @Override
    public void run() {
        Optional<ProducerEpoch> producer = idempotent ? Optional.of(init()) : Optional.empty();
        for (int i = 0; i < BATCHES; i++) {
            int partition = batches.random().nextInt(model.partitionCount());
            if (producer.isPresent()) {
                appendUntilAcknowledged(partition, producer.get());
            } else {
                appendOnce(partition);
            }
        }
    }

    private ProducerEpoch init() {
        for (int sends = 0; sends < MAX_SENDS; sends++) {
            Optional<Answer<ProducerEpoch>> answer =
                    process.ask(log -> log.initProducer(InitProducerRequest.begin(Optional.empty(), Duration.ZERO)));
            if (answer.isPresent() && answer.get() instanceof Answer.Given<ProducerEpoch> given) {
                model.coordinator().given(given.value(), batches.sender());
                return given.value();
            }
            assertThat(process.wasFaulty()).as("%s", answer).isTrue();
        }
        throw new AssertionError("no producer id");
    }

    private void appendOnce(int partition) {
        Batches.Sent sent = batches.plain();
        Optional<Answer<Produced>> answer = process.ask(log -> World.produce(log, partition, sent.batch()));
        if (answer.isPresent() && answer.get() instanceof Answer.Given<Produced> given) {
            sent.acknowledged(model.partition(partition), given.value().baseOffset(), Optional.empty());
        }
    }

    private void appendUntilAcknowledged(int partition, ProducerEpoch producer) {
        int sequence = nextSequence.getOrDefault(partition, 0);
        Batches.Sent sent = batches.idempotent(producer, sequence);
        nextSequence.put(partition, sequence + sent.values().size());
        for (int sends = 0; sends < MAX_SENDS; sends++) {
            Optional<Answer<Produced>> answer = process.ask(log -> World.produce(log, partition, sent.batch()));
            if (answer.isPresent() && answer.get() instanceof Answer.Given<Produced> given) {
                sent.acknowledged(model.partition(partition), given.value().baseOffset(), Optional.empty());
                if (batches.random().nextInt(4) > 0) {
                    return;
                }
            }
        }
        throw new AssertionError("never acknowledged: " + sent);
    }
}

package io.tidemark.transaction;

import io.tidemark.Tidemark;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.produce.Produced;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.simulation.CommittedReader;
import io.tidemark.simulation.RawBatches;
import io.tidemark.simulation.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A transactional producer as Kafka's client is one: it counts its sequences, and goes on with the epoch it is told. */
final class Client {
    static final String ID = "payments";
    static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final Tidemark process;
    private final Map<Integer, Integer> sequences = new HashMap<>();
    private Optional<ProducerEpoch> epoch = Optional.empty();

    Client(Tidemark process) {
        this.process = process;
    }

    /** A producer in this epoch that has sent nothing. */
    Client(Tidemark process, ProducerEpoch epoch) {
        this(process);
        this.epoch = Optional.of(epoch);
    }

    static Client begun(Tidemark process) {
        Client client = new Client(process);
        World.value(client.init());
        return client;
    }

    /** The same producer behind another process. */
    Client on(Tidemark other) {
        Client client = new Client(other);
        client.epoch = epoch;
        client.sequences.putAll(sequences);
        return client;
    }

    ProducerEpoch epoch() {
        return epoch.orElseThrow();
    }

    Answer<ProducerEpoch> init() {
        return learned(process.initProducer(InitProducerRequest.begin(Optional.of(ID), TIMEOUT)));
    }

    /** Goes on after an error, naming its epoch (KIP-360). */
    Answer<ProducerEpoch> initAgain() {
        return learned(process.initProducer(new InitProducerRequest(
                Optional.of(ID), TIMEOUT, Optional.of(epoch().producerId()), Optional.of((int) epoch().epoch()))));
    }

    /** One record to a partition; sent again it has the same sequence until it is taken. */
    Answer<Produced> send(int partition, String value) {
        return sendAll(Map.of(partition, value)).get(0);
    }

    /** One request with a record for each partition, answered in order of the partitions. */
    List<Answer<Produced>> sendAll(Map<Integer, String> values) {
        List<Integer> partitions = values.keySet().stream().sorted().toList();
        List<PartitionBatch> batches = new ArrayList<>();
        for (int partition : partitions) {
            int sequence = sequences.getOrDefault(partition, 0);
            batches.add(new PartitionBatch(
                    World.partition(partition),
                    RawBatches.transactional(
                            RawBatches.stamp(epoch().producerId(), epoch().epoch(), sequence),
                            Optional.ofNullable(values.get(partition)).orElseThrow(),
                            5)));
        }
        List<Answer<Produced>> answers = process.produce(new ProduceRequest(Optional.of(ID), batches));
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i) instanceof Answer.Given) {
                sequences.merge(partitions.get(i), 1, Integer::sum);
            }
        }
        return answers;
    }

    Answer<EndedTransaction> commit() {
        return end(true);
    }

    Answer<EndedTransaction> abort() {
        return end(false);
    }

    Answer<EndedTransaction> end(boolean committed) {
        Answer<EndedTransaction> answer = process.endTransaction(request(committed));
        if (answer instanceof Answer.Given<EndedTransaction> given) {
            learned(Answer.of(given.value().next()));
        }
        return answer;
    }

    EndTransactionRequest request(boolean committed) {
        return new EndTransactionRequest(ID, epoch().producerId(), epoch().epoch(), committed);
    }

    private Answer<ProducerEpoch> learned(Answer<ProducerEpoch> answer) {
        if (answer instanceof Answer.Given<ProducerEpoch> given) {
            epoch = Optional.of(given.value());
            sequences.clear();
        }
        return answer;
    }

    /** Whatever a READ_COMMITTED reader gets from the log start on. */
    static Fetched committed(Tidemark process, int partition) {
        return (Fetched) process.fetch(new FetchRequest(
                World.partition(partition),
                0,
                1 << 20,
                IsolationLevel.READ_COMMITTED,
                Duration.ZERO,
                Optional.empty()));
    }

    /** The values that a READ_COMMITTED consumer shows. */
    static List<String> visible(Tidemark process, int partition) {
        return CommittedReader.shown(committed(process, partition), 0).stream()
                .map(each -> each.value().orElseThrow().utf8())
                .toList();
    }

    static KafkaError error(Answer<?> answer) {
        return answer instanceof Answer.Refused<?> refused ? refused.refusal().error() : KafkaError.NONE;
    }
}

package io.tidemark.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.audit.Audit;
import io.tidemark.audit.AuditScope;
import io.tidemark.audit.Rule;
import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.log.FetchAnswer;
import io.tidemark.log.Fetched;
import io.tidemark.maintenance.Maintenance;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.maintenance.StepName;
import io.tidemark.produce.Enlistment;
import io.tidemark.produce.Produced;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.record.LogRecord;
import io.tidemark.record.Refusal;
import io.tidemark.simulation.CommittedReader;
import io.tidemark.simulation.LossyGate;
import io.tidemark.simulation.RawBatches;
import io.tidemark.simulation.TransactionProcess;
import io.tidemark.simulation.World;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.embedded.EmbeddedStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * One random history of a partition, and a model of it: producers with and without transactions on a store that loses
 * calls, zombies, deletions and maintenance, and after each step a reader under READ_COMMITTED. Used by one thread.
 */
final class TransactionHistory {
    private static final int STEPS = 120;
    private static final int PRODUCERS = 4;
    private static final int MAX_TRIES = 60;
    private static final int ONE_CALL_IN = 12;
    private static final Set<StepName> STRUCTURE =
            EnumSet.of(StepName.SEAL, StepName.RETENTION, StepName.REBUILD_INDEX, StepName.REMOVE, StepName.MERGE);

    private final Random random;
    private final World world;
    private final TransactionProcess plain;
    private final List<TransactionProcess> lossy = new ArrayList<>();
    private final short[] epochs = new short[PRODUCERS];
    private final int[] sequences = new int[PRODUCERS];

    /** What a committed reader shows, by offset, and what is not decided yet, by producer. */
    private final Map<Long, String> committed = new TreeMap<>();

    private final List<Map<Long, String>> undecided = new ArrayList<>();
    private long high;
    private long lastStable;

    TransactionHistory(long seed) {
        random = new Random(seed);
        EmbeddedStore store = EmbeddedStore.inMemory();
        world = new World(store.items(), store.objects(), 1, new Random(seed), Runnable::run);
        plain = new TransactionProcess(world);
        for (int i = 0; i < 2; i++) {
            lossy.add(new TransactionProcess(world, new LossyGate(random, ONE_CALL_IN), enlistment()));
        }
        for (int i = 0; i < PRODUCERS; i++) {
            undecided.add(new TreeMap<>());
        }
    }

    /** As a coordinator would, that knows the producers' epochs. */
    private Enlistment enlistment() {
        return (transactionalId, transaction, partitions) ->
                transaction.epoch() == epochs[(int) transaction.producerId()]
                        ? Optional.empty()
                        : Optional.of(new Refusal(KafkaError.INVALID_PRODUCER_EPOCH, "an old epoch"));
    }

    void run() {
        for (int step = 0; step < STEPS; step++) {
            int producer = random.nextInt(PRODUCERS);
            switch (random.nextInt(14)) {
                case 0, 1 -> appendPlain();
                case 2, 3, 4, 5, 6, 7 -> write(producer);
                case 8, 9 -> end(producer, random.nextBoolean());
                case 10 -> zombie(producer);
                case 11 -> maintain();
                case 12 -> world.clock().advance(Duration.ofMinutes(random.nextInt(90)));
                default -> deleteSome();
            }
            check();
        }
        for (int producer = 0; producer < PRODUCERS; producer++) {
            end(producer, random.nextBoolean());
        }
        check();
        assertThat(lastStable).isEqualTo(high);
        maintain();
        check();
        audit();
    }

    private void appendPlain() {
        String name = "plain" + high;
        Produced produced = World.value(plain.produce(0, RawBatches.plain(name, time())));
        assertThat(produced.baseOffset()).isEqualTo(high);
        committed.put(high, name + ".0");
        high++;
    }

    private void write(int producer) {
        ProducerEpoch transaction = new ProducerEpoch(producer, epochs[producer]);
        String name = transaction + "/" + sequences[producer];
        long[] times =
                random.longs(1 + random.nextInt(3), 0, 9).map(any -> time()).toArray();
        Answer<Produced> answer = sent(transaction, sequences[producer], name, times);
        assertThat(World.value(answer).baseOffset()).as(name).isEqualTo(high);
        if (random.nextInt(4) == 0) {
            assertThat(World.value(sent(transaction, sequences[producer], name, times))
                            .baseOffset())
                    .as("%s again", name)
                    .isEqualTo(high);
        }
        for (int i = 0; i < times.length; i++) {
            undecided.get(producer).put(high + i, name + "." + i);
        }
        sequences[producer] += times.length;
        high += times.length;
    }

    private void zombie(int producer) {
        if (epochs[producer] > 0) {
            ProducerEpoch old = new ProducerEpoch(producer, (short) (epochs[producer] - 1));
            Answer<Produced> answer = sent(old, random.nextInt(2), "zombie", time());
            assertThat(answer).isInstanceOf(Answer.Refused.class);
            assertThat(((Answer.Refused<Produced>) answer).refusal().error())
                    .isIn(KafkaError.INVALID_PRODUCER_EPOCH, KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
        }
    }

    /** Sent again, by one process or the other, until there is an answer. */
    private Answer<Produced> sent(ProducerEpoch transaction, int sequence, String name, long... times) {
        for (int tries = 0; ; tries++) {
            Answer<Produced> answer = any().produce(
                            0,
                            RawBatches.transactional(
                                    RawBatches.stamp(transaction.producerId(), transaction.epoch(), sequence),
                                    name,
                                    times));
            if (!(answer instanceof Answer.Refused<Produced> refused)
                    || !refused.refusal().error().retriable()) {
                return answer;
            }
            assertThat(tries).as("%s", refused).isLessThan(MAX_TRIES);
        }
    }

    private void end(int producer, boolean commits) {
        ProducerEpoch transaction = new ProducerEpoch(producer, epochs[producer]);
        epochs[producer]++;
        sequences[producer] = 0;
        for (int tries = 0; !ended(transaction, commits); tries++) {
            assertThat(tries).isLessThan(MAX_TRIES);
            checkRead();
        }
        Map<Long, String> records = undecided.get(producer);
        if (commits) {
            committed.putAll(records);
        }
        high += records.isEmpty() ? 0 : 1;
        records.clear();
    }

    private boolean ended(ProducerEpoch transaction, boolean commits) {
        try {
            if (commits) {
                any().commit(0, transaction);
            } else {
                any().abort(0, transaction);
            }
            return true;
        } catch (StoreUnavailableException again) {
            return false;
        }
    }

    private TransactionProcess any() {
        return lossy.get(random.nextInt(lossy.size()));
    }

    private void maintain() {
        world.clock().advance(Duration.ofMinutes(20));
        if (random.nextInt(3) == 0) {
            world.clock().advance(Duration.ofHours(25));
        }
        new Maintenance(world.objects(), world.items(), world.environment())
                .run(new MaintenanceRequest(Duration.ofMinutes(10), STRUCTURE, Set.of(World.TOPIC)));
    }

    private void deleteSome() {
        long low = world.head(0).offsets().low();
        long before = low + random.nextLong(Math.max(1, (high - low) / 2 + 1));
        World.value(plain.tidemark()
                .deleteRecords(new DeleteRecordsRequest(
                        World.TOPIC, List.of(new DeleteRecordsRequest.Entry(0, Optional.of(before)))))
                .get(0));
    }

    /** Mostly young; some are about to fall under retention. */
    private long time() {
        return world.clock().millis()
                - random.nextInt(10) * Duration.ofHours(18).toMillis();
    }

    private void check() {
        assertThat(world.head(0).offsets().high()).isEqualTo(high);
        long stable = undecided.stream()
                .flatMap(records -> records.keySet().stream())
                .min(Long::compare)
                .map(first -> Math.max(first, world.head(0).offsets().low()))
                .orElse(high);
        checkRead();
        assertThat(lastStable).isEqualTo(stable);
    }

    /** From anywhere, in pieces of any size. While a transaction ends, what it wrote is not decided. */
    private void checkRead() {
        long low = world.head(0).offsets().low();
        long next = low + random.nextLong(high - low + 1);
        Map<Long, String> expected = new TreeMap<>(committed);
        expected.keySet().removeIf(offset -> offset < low);
        long from = next;
        expected.keySet().removeIf(offset -> offset < from);
        Map<Long, String> shown = new TreeMap<>();
        while (true) {
            FetchAnswer answer = plain.tryFetchCommitted(0, next, random.nextInt(2_000));
            Fetched fetched = (Fetched) answer;
            assertThat(fetched.lastStableOffset()).isGreaterThanOrEqualTo(lastStable);
            lastStable = fetched.lastStableOffset();
            for (LogRecord found : CommittedReader.shown(fetched, next)) {
                shown.put(
                        found.offset(), new String(found.value().orElseThrow().toByteArray(), StandardCharsets.UTF_8));
            }
            if (fetched.nextOffset() == next) {
                break;
            }
            next = fetched.nextOffset();
        }
        long end = lastStable;
        expected.keySet().removeIf(offset -> offset >= end);
        assertThat(shown).isEqualTo(expected);
        assertThat(plain.listCommitted(0, -1).offset()).contains(end);
    }

    private void audit() {
        assertThat(new Audit(world.objects(), world.items(), world.clock())
                        .run(AuditScope.everything())
                        .findings())
                .filteredOn(finding -> finding.rule() != Rule.GARBAGE_IS_SWEPT)
                .isEmpty();
    }
}

package io.tidemark.simulation.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.layout.Head;
import io.tidemark.layout.TransactionItem;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.producer.TransactionalId;
import io.tidemark.simulation.CommittedReader;
import io.tidemark.simulation.World;
import io.tidemark.store.ItemKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * The whole past of a run: looks at what was written after each call, and reads like a consumer that happens to come at
 * that moment.
 */
final class Model {
    private static final int MAX_FETCH_BYTES = 3_000;
    private static final String COORDINATOR_PARTITION =
            TransactionItem.key(new TransactionalId("any")).partition();

    private final World world;
    private final WrittenKeys written;
    private final Coordinator coordinator = new Coordinator();
    private final List<PartitionModel> partitions = new ArrayList<>();
    private final Random random;
    private final int readOneIn;

    /** @param readOneIn after so many changes that a committed reader may see, it reads one time, from anywhere */
    Model(World world, WrittenKeys written, Random random, int readOneIn) {
        this.world = world;
        this.written = written;
        this.random = random;
        this.readOneIn = readOneIn;
        for (int i = 0; i < world.topic().partitionCount(); i++) {
            partitions.add(new PartitionModel(world, world.topic().partition(i), coordinator));
        }
    }

    Coordinator coordinator() {
        return coordinator;
    }

    PartitionModel partition(int partition) {
        return partitions.get(partition);
    }

    int partitionCount() {
        return partitions.size();
    }

    void observe() {
        for (ItemKey key : written.take()) {
            if (key.partition().equals(COORDINATOR_PARTITION)) {
                world.items()
                        .get(key)
                        .flatMap(item -> coordinator.observe(
                                TransactionItem.decode(key, item), world.clock().instant()))
                        .ifPresent(this::assertEndedEverywhere);
            }
            for (int i = 0; i < partitions.size(); i++) {
                if (key.equals(Head.key(world.topic().partition(i)))
                        && partitions.get(i).observe(world.head(i))
                        && random.nextInt(readOneIn) == 0) {
                    readCommitted(i);
                }
            }
        }
    }

    private void assertEndedEverywhere(ProducerEpoch transaction) {
        assertThat(partitions)
                .as("%s has ended everywhere", transaction)
                .noneMatch(partition -> partition.open().contains(transaction));
    }

    /** Somebody reads all that is decided, from anywhere on. */
    void readCommitted(int partition) {
        PartitionModel.Moment now = partitions.get(partition).now();
        long from = now.low() + random.nextLong(now.stable() - now.low() + 1);
        assertThat(readCommitted(partition, from, now.stable()))
                .as("committed records of %d from %d at %s", partition, from, now)
                .isEqualTo(partitions.get(partition).records(from, now.stable(), true));
    }

    private List<String> readCommitted(int partition, long from, long stable) {
        Tidemark process = world.process();
        List<String> records = new ArrayList<>();
        long next = from;
        while (next < stable) {
            Fetched fetched = (Fetched) process.fetch(
                    request(partition, next, 1 + random.nextInt(MAX_FETCH_BYTES), IsolationLevel.READ_COMMITTED));
            assertThat(fetched.nextOffset()).as("reading goes on").isGreaterThan(next);
            CommittedReader.shown(fetched, next).forEach(found -> records.add(PartitionModel.shown(found)));
            next = fetched.nextOffset();
        }
        assertThat(next).isEqualTo(stable);
        return records;
    }

    static FetchRequest request(int partition, long offset, int sizeBytes, IsolationLevel isolation) {
        return new FetchRequest(
                World.partition(partition), offset, sizeBytes, isolation, Duration.ZERO, Optional.empty());
    }

    /** The open transactions that a run of maintenance which begins now has to end. */
    Set<ProducerEpoch> overdue(Instant now) {
        Set<ProducerEpoch> overdue = new HashSet<>(open());
        overdue.removeIf(transaction -> !coordinator.isOverdue(transaction, now));
        return overdue;
    }

    /** The transactions that hold readers back anywhere. */
    Set<ProducerEpoch> open() {
        Set<ProducerEpoch> open = new HashSet<>();
        partitions.forEach(partition -> open.addAll(partition.open()));
        return open;
    }
}

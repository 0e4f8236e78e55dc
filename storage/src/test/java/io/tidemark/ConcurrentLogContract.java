package io.tidemark;

import static io.tidemark.simulation.RawBatches.idempotent;
import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.RawBatches.stamp;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.admin.NewTopic;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.record.Bytes;
import io.tidemark.record.LogRecord;
import io.tidemark.store.Concurrently;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Many producers and readers of one partition at one time, on real threads: invariants I1, I2, I4, I10 and I11. A test
 * of other stores extends this class and says how to get them; they may be shared between tests.
 */
public abstract class ConcurrentLogContract {
    private static final int READERS = 2;
    private static final int FETCH_BYTES = 20_000;

    /** Every tenth batch of an idempotent producer is sent twice. */
    private static final int SENT_TWICE = 10;

    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final TopicPartition partition = new TopicPartition(new TopicName("concurrent-" + UUID.randomUUID()), 0);

    /** The items under test. */
    protected abstract ItemStore items();

    /** The objects under test. */
    protected abstract ObjectStore objects();

    protected abstract int producers();

    protected abstract int appendsOfEach();

    @BeforeEach
    void create() {
        value(process().topics().create(new NewTopic(partition.topic().value(), Optional.of(1), Map.of())));
    }

    @AfterEach
    void stop() {
        pool.shutdownNow();
    }

    @Test
    void plainProducersLoseNothingAndReadersSkipNothing() throws Exception {
        run(0, producers());
    }

    @Test
    void idempotentProducersBesideAPlainOneLoseNothingAndReadersSkipNothing() throws Exception {
        run(producers(), 1);
    }

    /** Producers each in a process of its own but for the first two, which share one. */
    private void run(int idempotent, int plain) throws Exception {
        int producers = idempotent + plain;
        int total = producers * appendsOfEach();
        Tidemark shared = process();
        List<Map<Long, String>> seen = Concurrently.run(
                producers + READERS,
                thread -> thread < producers
                        ? produce(thread < 2 ? shared : process(), thread, thread < idempotent)
                        : read(process(), total));

        Map<Long, String> acknowledged = new HashMap<>();
        seen.subList(0, producers).forEach(acknowledged::putAll);
        assertThat(acknowledged).as("acknowledged at offsets of their own").hasSize(total);
        assertThat(acknowledged.keySet()).as("dense").contains(0L, total - 1L).allMatch(offset -> offset < total);
        for (Map<Long, String> read : seen.subList(producers, seen.size())) {
            assertThat(read).isEqualTo(acknowledged);
        }
    }

    private Map<Long, String> produce(Tidemark process, int producer, boolean idempotent) {
        Map<Long, String> acknowledged = new HashMap<>();
        for (int i = 0; i < appendsOfEach(); i++) {
            String name = producer + "-" + i;
            long timeMs = Clock.systemUTC().millis();
            Bytes batch = idempotent ? idempotent(stamp(producer, 0, i), name, timeMs) : plain(name, timeMs);
            long offset = append(process, batch);
            acknowledged.put(offset, name + ".0");
            if (idempotent && i % SENT_TWICE == 0) {
                assertThat(append(process, batch)).as("%s again", name).isEqualTo(offset);
            }
        }
        return acknowledged;
    }

    private long append(Tidemark process, Bytes batch) {
        PartitionBatch one = new PartitionBatch(partition, batch);
        return value(process.produce(new ProduceRequest(Optional.empty(), List.of(one)))
                        .get(0))
                .baseOffset();
    }

    /** Follows the high watermark until everything is read. */
    private Map<Long, String> read(Tidemark process, int total) {
        Map<Long, String> read = new HashMap<>();
        long high = 0;
        while (read.size() < total) {
            Fetched fetched = fetch(process, read.size());
            assertThat(fetched.highWatermark())
                    .as("the high watermark never goes back")
                    .isGreaterThanOrEqualTo(high);
            high = fetched.highWatermark();
            List<LogRecord> records = new ArrayList<>();
            fetched.batches().forEach(batch -> records.addAll(batch.records()));
            for (LogRecord next : records) {
                assertThat(next.offset()).as("nothing is skipped").isEqualTo(read.size());
                assertThat(next.offset()).isLessThan(high);
                read.put(next.offset(), next.value().orElseThrow().utf8());
            }
        }
        return read;
    }

    private Fetched fetch(Tidemark process, long offset) {
        return (Fetched) process.fetch(new FetchRequest(
                partition,
                offset,
                FETCH_BYTES,
                IsolationLevel.READ_UNCOMMITTED,
                Duration.ofSeconds(5),
                Optional.empty()));
    }

    private Tidemark process() {
        Environment environment = new Environment(
                Clock.systemUTC(), new SecureRandom(), duration -> LockSupport.parkNanos(duration.toNanos()), pool);
        return new Tidemark(objects(), items(), environment);
    }
}

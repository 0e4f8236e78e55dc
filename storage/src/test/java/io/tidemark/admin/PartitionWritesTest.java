package io.tidemark.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.store.Eventually;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicConfig;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PartitionWritesTest {
    private static final int MAX = PartitionWrites.MAX_AT_ONCE;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final PartitionWrites writes = new PartitionWrites(threads);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, MAX - 1, MAX, MAX + 1, 3 * MAX})
    void everyPartitionIsWrittenAndFewAtOnce(int partitions) {
        Set<Integer> written = ConcurrentHashMap.newKeySet();
        AtomicInteger out = new AtomicInteger();
        AtomicInteger mostOut = new AtomicInteger();

        writes.forEach(topic(partitions), partition -> {
            mostOut.accumulateAndGet(out.incrementAndGet(), Math::max);
            written.add(partition.partition());
            out.decrementAndGet();
        });

        assertThat(written).hasSize(partitions).contains(0, partitions - 1);
        assertThat(mostOut.get()).isLessThanOrEqualTo(MAX);
    }

    @Test
    void callsGoOutTogether() {
        CountDownLatch allOut = new CountDownLatch(MAX);

        writes.forEach(topic(MAX), partition -> {
            allOut.countDown();
            Eventually.open(allOut);
        });

        assertThat(allOut.getCount()).isZero();
    }

    @Test
    void aFailureIsThrownWhenTheOthersHaveEnded() {
        AtomicInteger ended = new AtomicInteger();
        CountDownLatch failed = new CountDownLatch(1);

        assertThatThrownBy(() -> writes.forEach(topic(2 * MAX), partition -> {
                    if (partition.partition() == 1) {
                        failed.countDown();
                        throw new IllegalStateException("of one");
                    }
                    Eventually.open(failed);
                    ended.incrementAndGet();
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("of one");
        assertThat(ended.get()).isEqualTo(MAX - 1);
    }

    private static Topic topic(int partitions) {
        return new Topic(
                new TopicName("orders"),
                TopicId.parse("0f8fad5b-d9cb-469f-a165-70867728950e"),
                partitions,
                TopicConfig.DEFAULTS,
                Instant.EPOCH,
                false);
    }
}

package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.ComparedLog.Listed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Retention by age and by size, and the size of segments, case by case as a broker has them. */
class RetentionCasesIT {
    private static final AtomicInteger TOPICS = new AtomicInteger();
    private static final int SIZE_BYTES = 1_000;
    private static final long LIMIT_MS = 50_000;
    private static final int SEEDS = 6;

    private final BothLogs both = new BothLogs(Stores.inMemory());
    private final String topic = "retained-" + TOPICS.incrementAndGet();

    private RetainedPair pair(String... configs) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < configs.length; i += 2) {
            all.put(configs[i], configs[i + 1]);
        }
        return new RetainedPair(both, topic, all);
    }

    private long agoMs(Duration age) {
        return both.nowMs() - age.toMillis();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void d88DeletionByAgeStopsAtTheFirstThatIsYoung(boolean merged) {
        RetainedPair pair = pair("retention.ms", Long.toString(LIMIT_MS));
        for (Duration age : List.of(Duration.ofSeconds(100), Duration.ZERO, Duration.ofSeconds(90))) {
            pair.append(RetainedPair.batch(agoMs(age), SIZE_BYTES));
            if (merged) {
                pair.merge();
            }
        }

        assertThat(pair.retain()).isEqualTo(1);
        assertThat(pair.retain()).as("once more").isEqualTo(1);
    }

    @Test
    void d89WhatIsOldGoesToTheLastAndOffsetsGoOn() {
        RetainedPair pair = pair("retention.ms", "0");
        pair.append(RetainedPair.batch(agoMs(Duration.ofSeconds(9)), SIZE_BYTES));
        pair.append(RetainedPair.batch(agoMs(Duration.ofSeconds(3)), SIZE_BYTES));

        assertThat(pair.retain()).isEqualTo(2);

        long nextMs = agoMs(Duration.ofMinutes(-1));
        pair.append(RetainedPair.batch(nextMs, SIZE_BYTES));
        assertThat(pair.retain()).isEqualTo(2);
        assertThat(both.listOffset(topic, 0)).isEqualTo(Listed.of(2, nextMs));
    }

    /** Of four segments of the same size. */
    @ParameterizedTest
    @CsvSource({
        "4001, 4", "4000, 4", "3999, 4", "3001, 4", "3000, 3", "2000, 2", "1999, 2", "1001, 2", "1000, 1", "999, 1",
        "1, 1", "0, 0"
    })
    void d91DeletionBySizeLeavesNoLessThanTheLimit(int limitBytes, int kept) {
        RetainedPair pair = pair("retention.ms", "-1", "retention.bytes", Integer.toString(limitBytes));
        for (int i = 0; i < 4; i++) {
            pair.append(RetainedPair.batch(100 + i, SIZE_BYTES));
            if (i < 3) {
                pair.merge();
            }
        }

        assertThat(pair.retain()).isEqualTo(4 - kept);
        assertThat(pair.retain()).as("once more").isEqualTo(4 - kept);
    }

    /** Sizes, times and limits at random; some of what is left is in segments, the rest in the tail. */
    @Test
    void anyLogIsCutWhereTheBrokerCutsIt() {
        List<Long> cut = new ArrayList<>();
        for (int seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            RetainedPair pair = new RetainedPair(
                    both,
                    topic + "-" + seed,
                    Map.of(
                            "retention.ms",
                            seed % 3 == 0 ? "-1" : Long.toString(LIMIT_MS),
                            "retention.bytes",
                            seed % 3 == 1 ? "-1" : Integer.toString(random.nextInt(8_000))));
            int merged = random.nextInt(12);
            for (int i = 0; i < 12; i++) {
                boolean old = random.nextInt(5) > 0;
                long timestampMs = agoMs(Duration.ofSeconds(old ? 100 + random.nextInt(50) : random.nextInt(10)));
                int sizeBytes = RetainedPair.MIN_SIZE_BYTES
                        + random.nextInt(RetainedPair.MAX_SIZE_BYTES - RetainedPair.MIN_SIZE_BYTES + 1);
                pair.append(RetainedPair.batch(timestampMs, sizeBytes));
                if (i < merged) {
                    pair.merge();
                }
                if (i % 4 == 3) {
                    cut.add(pair.retain());
                }
            }
        }
        assertThat(cut).as("seeds 1 to %d", SEEDS).anyMatch(low -> low > 0 && low < 12);
    }

    /** A segment takes a batch that is as large as itself, and none that is larger. */
    @Test
    void noBatchIsLargerThanASegment() {
        String small = both.topic("segment.bytes", "1048576");
        for (int more : List.of(-1, 0)) {
            assertThat(both.produce(small, RetainedPair.batch(100, (1 << 20) + more))
                            .error())
                    .isEqualTo(Errors.NONE);
        }
        assertThat(both.produce(small, RetainedPair.batch(100, (1 << 20) + 1)).error())
                .isEqualTo(Errors.RECORD_LIST_TOO_LARGE);
    }
}

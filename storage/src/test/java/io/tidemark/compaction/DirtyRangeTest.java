package io.tidemark.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Answer;
import io.tidemark.topic.TopicConfig;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DirtyRangeTest {
    private static final Instant NOW = Instant.ofEpochMilli(10_000);

    /** Three segments of ten offsets, with 100, 200 and 300 bytes and the times 1,000, 2,000 and 3,000. */
    private static final List<SegmentSize> SEGMENTS = List.of(
            new SegmentSize(0, 9, 100, 1_000),
            new SegmentSize(10, 19, 200, 2_000),
            new SegmentSize(20, 29, 300, 3_000));

    @ParameterizedTest
    @CsvSource({
        // from, undecided from, to, clean, dirty
        "0, 30, 30, 0, 600",
        "10, 30, 30, 100, 500",
        "15, 30, 30, 300, 500",
        "20, 30, 30, 300, 300",
        "0, 29, 20, 0, 300",
        "0, 20, 20, 0, 300",
        "0, 19, 10, 0, 100",
        "0, 9, 0, 0, 0",
        "10, 12, 10, 100, 0",
    })
    void theRangeIsOfWholeSegments(long from, long before, long to, long clean, long dirty) {
        assertThat(DirtyRange.of(SEGMENTS, from, before, config(), NOW))
                .isEqualTo(new DirtyRange(from, to, clean, dirty, Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({
        // lag, to, blocked until
        "0, 30, -1",
        "7000, 30, -1",
        "7001, 20, 10001",
        "8000, 20, 11000",
        "8001, 10, 10001",
        "9223372036854775807, 0, 9223372036854775807",
    })
    void theMinimumLagEndsItBeforeTheFirstYoungSegment(long lagMs, long to, long blockedMs) {
        DirtyRange range = DirtyRange.of(SEGMENTS, 0, 30, config("min.compaction.lag.ms", Long.toString(lagMs)), NOW);
        assertThat(range.to()).isEqualTo(to);
        assertThat(range.blockedUntil())
                .isEqualTo(blockedMs < 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(blockedMs)));
    }

    @Test
    void theMinimumLagDoesNotHoldBackWhatIsClean() {
        DirtyRange range = DirtyRange.of(SEGMENTS, 20, 30, config("min.compaction.lag.ms", "7500"), NOW);
        assertThat(range).isEqualTo(new DirtyRange(20, 20, 300, 0, Optional.of(Instant.ofEpochMilli(10_500))));
    }

    @ParameterizedTest
    @CsvSource({
        // clean, dirty, ratio, due
        "0, 1, 0.99, true",
        "0, 1, 1.0, false",
        "100, 100, 0.5, false",
        "100, 101, 0.5, true",
        "100, 1, 0.0, true",
        "100, 0, 0.0, false",
        "0, 0, 0.0, false",
        "100, 900, NaN, false",
    })
    void theDirtyRatioMakesItDue(long clean, long dirty, String ratio, boolean due) {
        DirtyRange range = new DirtyRange(10, 20, clean, dirty, Optional.empty());
        TopicConfig config = config("min.cleanable.dirty.ratio", ratio);
        assertThat(range.isDue(config, Optional.empty(), NOW)).isEqualTo(due);
        assertThat(new DirtyRange(20, 20, clean, dirty, Optional.empty()).isDue(config, Optional.empty(), NOW))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"4999, true", "5000, false", "5001, false"})
    void theMaximumLagMakesItDueWhateverTheRatio(long oldestMs, boolean due) {
        DirtyRange range = new DirtyRange(10, 20, 1_000, 1, Optional.empty());
        TopicConfig config = config("max.compaction.lag.ms", "5000");
        assertThat(range.isDue(config, Optional.of(oldestMs), NOW)).isEqualTo(due);
        assertThat(range.next(config, Optional.of(oldestMs))).contains(Instant.ofEpochMilli(oldestMs + 5_001));
        assertThat(new DirtyRange(10, 20, 1_000, 0, Optional.empty()).isDue(config, Optional.of(oldestMs), NOW))
                .isFalse();
    }

    @Test
    void theNextLookIsWhenTheEarlierLagIsOver() {
        TopicConfig config = config("max.compaction.lag.ms", "5000");
        DirtyRange range = new DirtyRange(10, 20, 1_000, 1, Optional.of(Instant.ofEpochMilli(7_000)));
        assertThat(range.next(config, Optional.of(1_000L))).contains(Instant.ofEpochMilli(6_001));
        assertThat(range.next(config, Optional.of(3_000L))).contains(Instant.ofEpochMilli(7_000));
        assertThat(range.next(config, Optional.empty())).contains(Instant.ofEpochMilli(7_000));
        assertThat(new DirtyRange(10, 20, 1_000, 1, Optional.empty()).next(config, Optional.empty()))
                .isEmpty();
    }

    private static TopicConfig config(String... pairs) {
        Map<String, String> overrides = new HashMap<>(Map.of("cleanup.policy", "compact"));
        for (int i = 0; i < pairs.length; i += 2) {
            overrides.put(pairs[i], pairs[i + 1]);
        }
        return ((Answer.Given<TopicConfig>) TopicConfig.of(overrides)).value();
    }
}

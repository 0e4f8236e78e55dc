package io.tidemark.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.CompactionCursor;
import io.tidemark.layout.Head;
import io.tidemark.layout.Transactions;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicConfig;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PassStartTest {
    private static final Instant NOW = Instant.ofEpochMilli(1_000);
    private static final Set<Long> PRODUCERS = Set.of(7L);

    @ParameterizedTest(name = "low {0}, dirty to {1}: maps to {2}, from {3}")
    @CsvSource({
        "10, 300, 200, 150",
        "10, 200, 200, 150",
        "10, 199, 199, 150",
        "10, 120, 120, 150",
        "149, 300, 200, 150",
        "151, 300, 200, 151",
        "199, 300, 200, 199",
    })
    void goesOnWithTheSamePass(long low, long to, long mapTo, long next) {
        assertThat(start(low, 100, to)).isEqualTo(new PassStart(mapTo, next, PRODUCERS, true));
    }

    @ParameterizedTest(name = "low {0}, cleaned {1}")
    @CsvSource({"10, 99", "10, 101", "200, 100", "201, 100"})
    void beginsAtTheLogStartWhereThatPassIsOver(long low, long cleaned) {
        assertThat(start(low, cleaned, 300)).isEqualTo(new PassStart(300, low, Set.of(), false));
    }

    /** Where a pass is noted from 100 to 200, up to 150. */
    private static PassStart start(long low, long cleaned, long to) {
        CompactionTask task = task(low, cleaned);
        return PassStart.of(
                task,
                new DirtyRange(task.dirtyFrom(), to, 1, 1, Optional.empty()),
                Optional.of(new CompactionCursor(100, 200, 150, PRODUCERS)));
    }

    @Test
    void beginsAtTheLogStartWhereNothingIsNoted() {
        DirtyRange range = new DirtyRange(100, 300, 1, 1, Optional.empty());

        assertThat(PassStart.of(task(10, 100), range, Optional.empty()))
                .isEqualTo(new PassStart(300, 10, Set.of(), false));
    }

    @Test
    void halfOfTheTimeIsForKeysAndToReadThemAgainThreeQuarters() {
        Instant end = NOW.plusMillis(400);

        assertThat(new PassStart(1, 0, Set.of(), false).mapUntil(NOW, end)).isEqualTo(NOW.plusMillis(200));
        assertThat(new PassStart(1, 0, Set.of(), true).mapUntil(NOW, end)).isEqualTo(NOW.plusMillis(300));
        assertThat(new PassStart(1, 0, Set.of(), true).mapUntil(NOW, Instant.MAX))
                .isAfter(NOW)
                .isBefore(Instant.MAX);
        assertThat(new PassStart(1, 0, Set.of(), false).mapUntil(end, NOW)).isBefore(end);
    }

    private static CompactionTask task(long low, long cleaned) {
        TopicId id = TopicId.parse("0f8fad5b-d9cb-469f-a165-70867728950e");
        Topic topic = new Topic(new TopicName("orders"), id, 1, TopicConfig.DEFAULTS, NOW, false);
        Head head = new Head(
                new Head.Offsets(low, 400, 400, 400, cleaned),
                List.of(),
                new Head.SealedMax(-1, 1, 0),
                0,
                0,
                Map.of(),
                Map.of(),
                Transactions.NONE);
        return new CompactionTask(topic, new PartitionId(id, 0), head, NOW, NOW);
    }
}

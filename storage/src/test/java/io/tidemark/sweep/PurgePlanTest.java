package io.tidemark.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.PurgeEntry;
import io.tidemark.layout.PurgeEntry.Cause;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicConfig;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PurgePlanTest {
    private static final TopicName NAME = new TopicName("orders");
    private static final TopicId ID = TopicId.parse("0f8fad5b-d9cb-469f-a165-70867728950e");
    private static final TopicId OTHER = TopicId.parse("7c9e6679-7425-40de-944b-e07fc1f90ae7");
    private static final Instant SINCE = Instant.parse("2026-03-04T05:06:07.089Z");

    /** The ages are an hour less a millisecond, and an hour. */
    @ParameterizedTest
    @CsvSource({
        "CREATING, live,     3599999, WAIT",
        "CREATING, live,     3600000, DROP",
        "CREATING, none,     3599999, WAIT",
        "CREATING, none,     3600000, REMOVE",
        "CREATING, other,    3599999, WAIT",
        "CREATING, other,    3600000, REMOVE",
        "CREATING, deleting, 3600000, REMOVE",
        "DELETING, live,     3599999, WAIT",
        "DELETING, live,     3600000, DROP",
        "DELETING, none,           0, REMOVE",
        "DELETING, other,          0, REMOVE",
        "DELETING, deleting, 3599999, WAIT",
        "DELETING, deleting, 3600000, REMOVE",
        "PURGED,   none,     3599999, WAIT",
        "PURGED,   none,     3600000, REMOVE_AND_DROP",
        "PURGED,   other,    3600000, REMOVE_AND_DROP",
        "PURGED,   live,     3600000, DROP",
    })
    void planFollowsFromCauseTopicAndAge(Cause cause, String topic, long ageMs, PurgePlan expected) {
        PurgeEntry entry = new PurgeEntry(ID, NAME, 3, cause, SINCE);

        assertThat(PurgePlan.of(entry, topic(topic), SINCE.plusMillis(ageMs))).isEqualTo(expected);
    }

    private static Optional<Topic> topic(String state) {
        TopicId id = state.equals("other") ? OTHER : ID;
        return state.equals("none")
                ? Optional.empty()
                : Optional.of(new Topic(NAME, id, 3, TopicConfig.DEFAULTS, SINCE, state.equals("deleting")));
    }
}

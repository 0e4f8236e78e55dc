package io.tidemark.admin;

import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicConfig;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A topic to create, as a client asks for it; nothing is checked yet.
 *
 * @param partitionCount absent, or as in Kafka -1, for {@link #DEFAULT_PARTITIONS}
 * @param configs overrides by name
 */
public record NewTopic(String name, Optional<Integer> partitionCount, Map<String, String> configs) {
    public static final int DEFAULT_PARTITIONS = 1;

    /** What one create can put within its time. */
    public static final int MAX_PARTITIONS = 1_000;

    private static final int ASKS_FOR_THE_DEFAULT = -1;

    public NewTopic {
        configs = Map.copyOf(configs);
    }

    /** The topic, or INVALID_CONFIG or INVALID_PARTITIONS; checked in Kafka's order. */
    Answer<Topic> topic(TopicName checkedName, TopicId id, Instant createdAt) {
        return TopicConfig.of(configs)
                .then(config -> partitions().map(count -> new Topic(checkedName, id, count, config, createdAt, false)));
    }

    private Answer<Integer> partitions() {
        int count =
                partitionCount.filter(asked -> asked != ASKS_FOR_THE_DEFAULT).orElse(DEFAULT_PARTITIONS);
        if (count < 1 || count > MAX_PARTITIONS) {
            return Answer.refused(
                    KafkaError.INVALID_PARTITIONS,
                    "A topic has 1 to " + MAX_PARTITIONS + " partitions, or -1 for the default of " + DEFAULT_PARTITIONS
                            + "; asked for were " + count + ".");
        }
        return Answer.of(count);
    }
}

package io.tidemark.log;

import io.tidemark.topic.TopicPartition;
import java.time.Duration;
import java.util.Optional;

/**
 * Kafka's Fetch (API key 1) of one partition.
 *
 * @param maxSizeBytes whole batches up to this are answered; the first one always, whatever its size
 * @param maxWait how long to wait for a record when there is none at the offset; zero answers at once
 * @param currentLeaderEpoch the epoch the client believes in; absent for no check
 */
public record FetchRequest(
        TopicPartition partition,
        long offset,
        int maxSizeBytes,
        IsolationLevel isolation,
        Duration maxWait,
        Optional<Integer> currentLeaderEpoch) {}

package io.tidemark.log;

import java.util.Optional;

/**
 * The answer to one target. No match is a value without an offset, which Kafka writes as -1.
 *
 * @param offset absent for no match
 * @param timestampMs the record's own timestamp; absent where Kafka gives none. A record's NO_TIMESTAMP is -1 here
 * @param leaderEpoch the epoch of the answer; absent for no match
 */
public record ListedOffset(Optional<Long> offset, Optional<Long> timestampMs, Optional<Integer> leaderEpoch) {
    public static final ListedOffset NO_MATCH = new ListedOffset(Optional.empty(), Optional.empty(), Optional.empty());
}

package io.tidemark.log;

import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import java.util.Optional;

/** No partition ever changes its leader, so the one epoch is 0; a client that believes in another is told so. */
final class LeaderEpoch {
    static final int CURRENT = 0;

    private LeaderEpoch() {}

    /** The current epoch, or FENCED_LEADER_EPOCH or UNKNOWN_LEADER_EPOCH where the client believes in another. */
    static Answer<Integer> check(Optional<Integer> believed) {
        int epoch = believed.orElse(CURRENT);
        if (epoch < CURRENT) {
            return Answer.refused(
                    KafkaError.FENCED_LEADER_EPOCH,
                    "The leader epoch " + epoch + " is over; the current one is " + CURRENT + ".");
        }
        return epoch > CURRENT
                ? Answer.refused(
                        KafkaError.UNKNOWN_LEADER_EPOCH,
                        "The leader epoch " + epoch + " has not begun; the current one is " + CURRENT + ".")
                : Answer.of(CURRENT);
    }
}

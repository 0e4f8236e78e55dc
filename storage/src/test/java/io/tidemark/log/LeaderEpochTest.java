package io.tidemark.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LeaderEpochTest {

    @Test
    void theOneEpochAndNoneAreFine() {
        assertThat(LeaderEpoch.check(Optional.empty())).isEqualTo(Answer.of(0));
        assertThat(LeaderEpoch.check(Optional.of(0))).isEqualTo(Answer.of(0));
    }

    @Test
    void anOlderEpochIsFencedAndANewerOneUnknown() {
        assertRefused(-1, KafkaError.FENCED_LEADER_EPOCH);
        assertRefused(-2, KafkaError.FENCED_LEADER_EPOCH);
        assertRefused(1, KafkaError.UNKNOWN_LEADER_EPOCH);
        assertRefused(Integer.MAX_VALUE, KafkaError.UNKNOWN_LEADER_EPOCH);
    }

    private static void assertRefused(int epoch, KafkaError error) {
        assertThat(LeaderEpoch.check(Optional.of(epoch)))
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.refusal().error()).isEqualTo(error));
    }
}

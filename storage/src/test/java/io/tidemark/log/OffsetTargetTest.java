package io.tidemark.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import java.util.List;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.junit.jupiter.api.Test;

final class OffsetTargetTest {

    @Test
    void kafkasNegativeTimestampsNameTheTargets() {
        assertThat(OffsetTarget.ofKafka(ListOffsetsRequest.LATEST_TIMESTAMP))
                .isEqualTo(Answer.of(new OffsetTarget.Latest()));
        assertThat(OffsetTarget.ofKafka(ListOffsetsRequest.EARLIEST_TIMESTAMP))
                .isEqualTo(Answer.of(new OffsetTarget.Earliest()));
        assertThat(OffsetTarget.ofKafka(ListOffsetsRequest.MAX_TIMESTAMP))
                .isEqualTo(Answer.of(new OffsetTarget.MaxTimestamp()));
        assertThat(OffsetTarget.ofKafka(ListOffsetsRequest.EARLIEST_LOCAL_TIMESTAMP))
                .isEqualTo(Answer.of(new OffsetTarget.EarliestLocal()));
        assertThat(OffsetTarget.ofKafka(ListOffsetsRequest.LATEST_TIERED_TIMESTAMP))
                .isEqualTo(Answer.of(new OffsetTarget.LatestTiered()));
        assertThat(OffsetTarget.ofKafka(ListOffsetsRequest.EARLIEST_PENDING_UPLOAD_TIMESTAMP))
                .isEqualTo(Answer.of(new OffsetTarget.EarliestPendingUpload()));
    }

    @Test
    void fromZeroOnTimestampsAreTimes() {
        assertThat(OffsetTarget.ofKafka(0)).isEqualTo(Answer.of(new OffsetTarget.AtOrAfter(0)));
        assertThat(OffsetTarget.ofKafka(Long.MAX_VALUE))
                .isEqualTo(Answer.of(new OffsetTarget.AtOrAfter(Long.MAX_VALUE)));
        assertThatThrownBy(() -> new OffsetTarget.AtOrAfter(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void belowTheTargetsNothingIsSupported() {
        for (long timestamp : List.of(-7L, -1_000L, (long) Integer.MIN_VALUE - 1, Long.MIN_VALUE)) {
            assertThat(OffsetTarget.ofKafka(timestamp))
                    .isInstanceOfSatisfying(
                            Answer.Refused.class,
                            refused -> assertThat(refused.refusal().error()).isEqualTo(KafkaError.UNSUPPORTED_VERSION));
        }
    }
}

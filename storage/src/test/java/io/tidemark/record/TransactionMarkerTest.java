package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TransactionMarkerTest {
    @ParameterizedTest
    @EnumSource
    void isAControlBatchOfOneRecord(TransactionResult result) {
        TransactionMarker marker =
                new TransactionMarker(77, (short) 5, result, TimestampType.CREATE_TIME, 1_700_000_000_123L);
        StoredBatch batch = StoredBatch.at(41, marker.bytes()).verified();

        assertThat(batch.isControl()).isTrue();
        assertThat(batch.isTransactional()).isTrue();
        assertThat(batch.producerId()).contains(77L);
        assertThat(batch.producer()).isEmpty();
        assertThat(batch.lastOffset()).isEqualTo(41);
        assertThat(batch.maxTimestampMs()).isEqualTo(1_700_000_000_123L);
        assertThat(batch.timestampType()).isEqualTo(TimestampType.CREATE_TIME);
        assertThat(batch.transactionResult()).contains(result);
        assertThat(batch.records())
                .containsExactly(new LogRecord(
                        41,
                        1_700_000_000_123L,
                        Optional.of(Bytes.wrap(
                                new byte[] {0, 0, 0, (byte) (result == TransactionResult.ABORT ? 0 : 1)})),
                        Optional.of(Bytes.wrap(new byte[] {0, 0, 0, 0, 0, 0})),
                        List.of()));
    }

    @Test
    void onALogAppendTimeTopicItHasThatTimestampType() {
        TransactionMarker marker = new TransactionMarker(
                77, (short) 5, TransactionResult.COMMIT, TimestampType.LOG_APPEND_TIME, 1_700_000_000_123L);
        StoredBatch batch = StoredBatch.at(41, marker.bytes()).verified();

        assertThat(batch.timestampType()).isEqualTo(TimestampType.LOG_APPEND_TIME);
        assertThat(batch.firstAtOrAfter(1_700_000_000_123L, 0)).contains(new TimedOffset(41, 1_700_000_000_123L));
        assertThat(batch.firstAtOrAfter(1_700_000_000_124L, 0)).isEmpty();
    }
}

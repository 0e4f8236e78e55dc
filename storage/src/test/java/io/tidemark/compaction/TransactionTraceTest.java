package io.tidemark.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.AbortedTransaction;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.record.ProducerStamp;
import io.tidemark.record.StoredBatch;
import io.tidemark.record.TimestampType;
import io.tidemark.record.TransactionMarker;
import io.tidemark.record.TransactionResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TransactionTraceTest {
    /** Producer 7 has aborted 10 to 20 and 40 to 50, producer 8 has aborted 15 to 45. */
    private final TransactionTrace trace = new TransactionTrace(
            List.of(
                    new AbortedTransaction(20, 7, 10, 0),
                    new AbortedTransaction(45, 8, 15, 0),
                    new AbortedTransaction(50, 7, 40, 0)),
            Set.of(6L));

    @ParameterizedTest(name = "producer {0} at {1}, transactional {2}: aborted {3}")
    @CsvSource({
        "7, 9, true, false",
        "7, 10, true, true",
        "7, 19, true, true",
        "7, 21, true, false",
        "7, 39, true, false",
        "7, 40, true, true",
        "7, 51, true, false",
        "7, 12, false, false",
        "8, 14, true, false",
        "8, 30, true, true",
        "9, 30, true, false",
    })
    void aBatchIsAbortedWithinATransactionOfItsProducer(
            long producer, long offset, boolean transactional, boolean aborted) {
        assertThat(trace.isAborted(data(producer, offset, transactional))).isEqualTo(aborted);
    }

    @Test
    void aMarkerIsNeededWhileABatchOfItsTransactionWasPassed() {
        trace.passData(data(7, 1, true));
        trace.passData(data(8, 2, true));
        trace.passData(data(9, 3, false));

        assertThat(trace.passMarker(marker(7, 4))).isFalse();
        assertThat(trace.passMarker(marker(7, 5))).as("of another transaction").isTrue();
        assertThat(trace.passMarker(marker(9, 6))).as("not of a transaction").isTrue();
        assertThat(trace.withData()).containsExactlyInAnyOrder(6L, 8L);
        assertThat(trace.passMarker(marker(8, 7))).isFalse();
        assertThat(trace.passMarker(marker(6, 8)))
                .as("passed by an earlier run")
                .isFalse();
        assertThat(trace.passMarker(marker(6, 9))).isTrue();
        assertThat(trace.withData()).isEmpty();
    }

    private static StoredBatch data(long producer, long offset, boolean transactional) {
        return StoredBatch.at(
                offset,
                BatchWriter.write(
                        List.of(new NewRecord(5, Optional.of(Bytes.utf8("k")), Optional.empty(), List.of())),
                        Codec.UNCOMPRESSED,
                        Optional.of(new ProducerStamp(producer, (short) 0, 0)),
                        transactional));
    }

    private static StoredBatch marker(long producer, long offset) {
        return StoredBatch.at(
                offset,
                new TransactionMarker(producer, (short) 1, TransactionResult.COMMIT, TimestampType.CREATE_TIME, 5)
                        .bytes());
    }
}

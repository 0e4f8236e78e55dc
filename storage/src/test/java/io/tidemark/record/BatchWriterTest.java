package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BatchWriterTest {
    private static final List<NewRecord> RECORDS = List.of(
            new NewRecord(100, Optional.of(Bytes.utf8("k1")), Optional.of(Bytes.utf8("v1")), List.of()),
            new NewRecord(300, Optional.empty(), Optional.of(Bytes.EMPTY), List.of()),
            new NewRecord(
                    200,
                    Optional.of(Bytes.EMPTY),
                    Optional.empty(),
                    List.of(
                            new RecordHeader("h", Optional.of(Bytes.utf8("x"))),
                            new RecordHeader("h", Optional.empty()))));

    @ParameterizedTest
    @EnumSource(Codec.class)
    void recordsComeBackAsTheyWereWritten(Codec codec) {
        StoredBatch batch = StoredBatch.at(40, BatchWriter.write(RECORDS, codec, Optional.empty(), false))
                .verified();

        List<LogRecord> records = batch.records();
        assertThat(records).extracting(LogRecord::offset).containsExactly(40L, 41L, 42L);
        assertThat(records)
                .map(record -> new NewRecord(record.timestampMs(), record.key(), record.value(), record.headers()))
                .isEqualTo(RECORDS);
        assertThat(batch.maxTimestampMs()).isEqualTo(300);
    }

    @Test
    void producerAndTransactionAreInTheHeader() {
        ProducerStamp producer = new ProducerStamp(7, (short) 3, 11);

        StoredBatch batch =
                StoredBatch.at(0, BatchWriter.write(RECORDS, Codec.UNCOMPRESSED, Optional.of(producer), true));

        assertThat(batch.producer()).contains(producer);
        assertThat(batch.isTransactional()).isTrue();
        assertThat(batch.isControl()).isFalse();
    }

    @Test
    void aBatchNeedsARecordAndATransactionAProducer() {
        assertThatThrownBy(() -> BatchWriter.write(List.of(), Codec.GZIP, Optional.empty(), false))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BatchWriter.write(RECORDS, Codec.GZIP, Optional.empty(), true))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

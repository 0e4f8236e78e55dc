package io.tidemark.functions.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.functions.http.Json;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.log.Fetched.AbortedTransaction;
import io.tidemark.log.IsolationLevel;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.record.ProducerStamp;
import io.tidemark.record.StoredBatch;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.junit.jupiter.api.Test;

class VisibleBatchesTest {
    private static final RecordList.Formats BINARY = new RecordList.Formats(PayloadType.BINARY, PayloadType.BINARY);

    /** Producer 1 aborts, then commits; producer 2 commits what it wrote meanwhile; offset 2 is plain. */
    private static final List<StoredBatch> LOG = List.of(
            batch(0, Optional.of(1L)),
            batch(1, Optional.of(2L)),
            batch(2, Optional.empty()),
            batch(3, Optional.of(1L)),
            marker(4, 1, ControlRecordType.ABORT),
            batch(5, Optional.of(1L)),
            marker(6, 2, ControlRecordType.COMMIT),
            batch(7, Optional.of(1L)),
            marker(8, 1, ControlRecordType.COMMIT));

    @Test
    void committedReadersSeeNothingThatWasAborted() {
        assertThat(visible(IsolationLevel.READ_COMMITTED, LOG, List.of(new AbortedTransaction(1, 0))))
                .containsExactly(1L, 2L, 5L, 7L);
    }

    @Test
    void anAbortThatBeginsBeforeTheFetchCounts() {
        assertThat(visible(IsolationLevel.READ_COMMITTED, LOG.subList(2, 9), List.of(new AbortedTransaction(1, 0))))
                .containsExactly(2L, 5L, 7L);
    }

    @Test
    void aSecondAbortOfOneProducerHidesWhatFollowsTheFirst() {
        assertThat(visible(
                        IsolationLevel.READ_COMMITTED,
                        LOG,
                        List.of(new AbortedTransaction(1, 5), new AbortedTransaction(1, 0))))
                .containsExactly(1L, 2L);
    }

    @Test
    void othersSeeEverythingButMarkers() {
        assertThat(visible(IsolationLevel.READ_UNCOMMITTED, LOG, List.of())).containsExactly(0L, 1L, 2L, 3L, 5L, 7L);
    }

    private static List<Long> visible(
            IsolationLevel isolation, List<StoredBatch> batches, List<AbortedTransaction> aborted) {
        FetchRequest request = new FetchRequest(
                new TopicPartition(new TopicName("t"), 0), 0, 1_000, isolation, Duration.ZERO, Optional.empty());
        Fetched fetched = new Fetched(9, 9, 0, 9, batches, aborted);
        List<Long> offsets = new ArrayList<>();
        Json.read(RecordList.encode(request, fetched, BINARY).utf8())
                .path("data")
                .forEach(record -> offsets.add(record.path("offset").longValue()));
        return offsets;
    }

    private static StoredBatch batch(long offset, Optional<Long> transactionalProducer) {
        Bytes bytes = BatchWriter.write(
                List.of(new NewRecord(7, Optional.empty(), Optional.empty(), List.of())),
                Codec.UNCOMPRESSED,
                transactionalProducer.map(id -> new ProducerStamp(id, (short) 0, 0)),
                transactionalProducer.isPresent());
        return StoredBatch.at(offset, bytes);
    }

    private static StoredBatch marker(long offset, long producer, ControlRecordType type) {
        MemoryRecords marker =
                MemoryRecords.withEndTransactionMarker(producer, (short) 0, new EndTransactionMarker(type, 0));
        return StoredBatch.at(offset, Bytes.copyOf(marker.buffer()));
    }
}

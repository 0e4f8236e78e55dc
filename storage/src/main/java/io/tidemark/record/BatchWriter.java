package io.tidemark.record;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.jspecify.annotations.Nullable;

/** Builds raw batches, as a Kafka producer would send them. */
public final class BatchWriter {
    private static final ProducerFields NO_PRODUCER =
            new ProducerFields(RecordBatch.NO_PRODUCER_ID, RecordBatch.NO_PRODUCER_EPOCH, RecordBatch.NO_SEQUENCE);

    private BatchWriter() {}

    /**
     * One record batch v2 with base offset 0 and CreateTime timestamps, compressed at the codec's default level.
     *
     * @throws IllegalArgumentException where there are no records, a timestamp is negative and not -1, or a
     *     transactional batch has no producer
     */
    public static Bytes write(
            List<NewRecord> records, Codec codec, Optional<ProducerStamp> producer, boolean transactional) {
        if (records.isEmpty()) {
            throw new IllegalArgumentException("a batch needs a record");
        }
        ProducerFields fields = producer.map(
                        stamp -> new ProducerFields(stamp.producerId(), stamp.producerEpoch(), stamp.baseSequence()))
                .orElse(NO_PRODUCER);
        MemoryRecords batch = MemoryRecords.withRecords(
                RecordBatch.CURRENT_MAGIC_VALUE,
                0L,
                codec.compression(),
                TimestampType.CREATE_TIME.kafka(),
                fields.id(),
                fields.epoch(),
                fields.sequence(),
                RecordBatch.NO_PARTITION_LEADER_EPOCH,
                transactional,
                records.stream().map(BatchWriter::simple).toArray(SimpleRecord[]::new));
        return Bytes.copyOf(batch.buffer());
    }

    private static SimpleRecord simple(NewRecord record) {
        Header[] headers = record.headers().stream()
                .map(header -> new org.apache.kafka.common.header.internals.RecordHeader(
                        header.name(), header.value().map(Bytes::toByteArray).orElse(null)))
                .toArray(Header[]::new);
        return new SimpleRecord(record.timestampMs(), buffer(record.key()), buffer(record.value()), headers);
    }

    private static @Nullable ByteBuffer buffer(Optional<Bytes> bytes) {
        return bytes.map(Bytes::unguarded).orElse(null);
    }

    /** A producer's part of the header, where absence is written as -1. */
    private record ProducerFields(long id, short epoch, int sequence) {}
}

package io.tidemark.record;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Optional;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;

/**
 * One record batch v2 beside Kafka's view of it. Kafka's view writes through to the bytes, so only who has just made
 * a {@link #copy} may set anything with it.
 *
 * @param bytes exactly the batch
 * @param kafka reads the same bytes; its getters trust the header, which may lie or be cut
 */
record BatchView(Bytes bytes, DefaultRecordBatch kafka) {
    static final int HEADER_SIZE_BYTES = DefaultRecordBatch.RECORD_BATCH_OVERHEAD;
    private static final int ATTRIBUTES_POSITION = DefaultRecordBatch.CRC_OFFSET + Integer.BYTES;
    private static final int CODEC_MASK = 0x07;

    /**
     * The one batch that a produce request may carry for a partition. What follows it and cannot be a batch is
     * ignored, as Kafka does.
     *
     * <p>Source: {@code ProduceRequest.validateRecords}.
     *
     * @throws CorruptBatchException CORRUPT_MESSAGE where a length or a magic makes no sense
     */
    static Answer<BatchView> only(Bytes raw) {
        Optional<MutableRecordBatch> first = parse(raw);
        if (first.isEmpty()) {
            return Answer.refused(
                    KafkaError.INVALID_RECORD, raw.size() + " bytes hold no whole record batch; send exactly one");
        }
        if (!(first.get() instanceof DefaultRecordBatch kafka)) {
            return Answer.refused(
                    KafkaError.INVALID_RECORD,
                    "magic " + first.get().magic() + " is an old message format; send record batch format 2");
        }
        int size = kafka.sizeInBytes();
        if (parse(raw.slice(size, raw.size() - size)).isPresent()) {
            return Answer.refused(
                    KafkaError.INVALID_RECORD, "there is a second record batch at byte " + size + "; send exactly one");
        }
        return Answer.of(new BatchView(raw.slice(0, size), kafka));
    }

    /**
     * The first batch in {@code stored}, which may go on behind it.
     *
     * @throws CorruptBatchException CORRUPT_MESSAGE where there is none
     */
    static BatchView first(Bytes stored) {
        Optional<MutableRecordBatch> first = parse(stored);
        if (first.isPresent()
                && first.get() instanceof DefaultRecordBatch kafka
                && kafka.sizeInBytes() >= HEADER_SIZE_BYTES) {
            return new BatchView(stored.slice(0, kafka.sizeInBytes()), kafka);
        }
        throw new CorruptBatchException(
                KafkaError.CORRUPT_MESSAGE, stored.size() + " stored bytes do not begin with a whole record batch v2");
    }

    private static Optional<MutableRecordBatch> parse(Bytes bytes) {
        try {
            Iterator<MutableRecordBatch> batches =
                    MemoryRecords.readableRecords(bytes.unguarded()).batches().iterator();
            return batches.hasNext() ? Optional.of(batches.next()) : Optional.empty();
        } catch (CorruptRecordException | IllegalArgumentException e) {
            // the second is how a length within 12 of the largest int shows
            throw new CorruptBatchException(
                    KafkaError.CORRUPT_MESSAGE,
                    "the record batch's length or magic makes no sense: " + e.getMessage(),
                    e);
        }
    }

    /** The same batch in memory of its own. */
    BatchView copy() {
        return first(Bytes.copyOf(bytes.unguarded()));
    }

    /** All 16 attribute bits; Kafka's class reads 8 of them. */
    int attributes() {
        return Short.toUnsignedInt(header().getShort(ATTRIBUTES_POSITION));
    }

    /** Absent where the attributes name a codec that there is not. */
    Optional<Codec> codec() {
        return Codec.ofId(attributes() & CODEC_MASK);
    }

    /** The records as they are stored, compressed or not. */
    Bytes payload() {
        return bytes.slice(HEADER_SIZE_BYTES, bytes.size() - HEADER_SIZE_BYTES);
    }

    int recordCount() {
        return kafka.countOrNull();
    }

    int lastOffsetDelta() {
        return (int) (kafka.lastOffset() - kafka.baseOffset());
    }

    /** Absent for a plain batch, and for a transaction marker: it has no sequence. */
    Optional<ProducerStamp> producer() {
        if (!kafka.hasProducerId() || kafka.producerEpoch() < 0 || kafka.baseSequence() < 0) {
            return Optional.empty();
        }
        return Optional.of(new ProducerStamp(kafka.producerId(), kafka.producerEpoch(), kafka.baseSequence()));
    }

    private ByteBuffer header() {
        return bytes.unguarded();
    }
}

package io.tidemark.record;

import org.apache.kafka.common.record.internal.DefaultRecordBatch;

/**
 * What a client's batch header must say, checked in Kafka's order before any record is looked at.
 *
 * <p>Source: {@code UnifiedLog.analyzeAndValidateRecords}, then {@code LogValidator.validateBatch}. Stricter than
 * Kafka in four points, each of them INVALID_RECORD: attribute bits without a meaning for producers (6, the delete
 * horizon, which would turn the base timestamp into something else; 7 to 15) are refused rather than cleared, since
 * clearing would change what the producer's checksum covers; a codec number that names none; a producer id with a
 * negative epoch; a transactional batch without a producer, which no marker could ever end.
 */
final class HeaderRules {
    private static final int UNUSED_ATTRIBUTES = 0xFFC0;

    private HeaderRules() {}

    static Answer<BatchView> check(BatchView batch, BatchRules rules) {
        return checkWhole(batch, rules)
                .then(HeaderRules::checkCounts)
                .then(HeaderRules::checkWriter)
                .then(HeaderRules::checkAttributes);
    }

    private static Answer<BatchView> checkWhole(BatchView batch, BatchRules rules) {
        DefaultRecordBatch header = batch.kafka();
        if (header.baseOffset() != 0) {
            return invalid("the base offset is " + header.baseOffset() + "; send 0, the log gives the offsets");
        }
        if (header.sizeInBytes() > rules.maxBatchSizeBytes()) {
            return tooLarge(header.sizeInBytes(), rules);
        }
        if (!header.isValid()) {
            return Answer.refused(
                    KafkaError.CORRUPT_MESSAGE, "the batch does not match its CRC-32C; it was damaged on its way");
        }
        return Answer.of(batch);
    }

    static <T> Answer<T> tooLarge(int sizeBytes, BatchRules rules) {
        return Answer.refused(
                KafkaError.MESSAGE_TOO_LARGE,
                "the batch has " + sizeBytes + " bytes, max.message.bytes allows " + rules.maxBatchSizeBytes());
    }

    private static Answer<BatchView> checkCounts(BatchView batch) {
        long offsets = batch.lastOffsetDelta() + 1L;
        if (offsets <= 0 || batch.recordCount() != offsets) {
            return invalid("the header counts " + batch.recordCount() + " records and " + offsets
                    + " offsets; both must be the same, at least 1");
        }
        return Answer.of(batch);
    }

    private static Answer<BatchView> checkWriter(BatchView batch) {
        DefaultRecordBatch header = batch.kafka();
        if (header.isControlBatch()) {
            return invalid("only the log itself writes control records");
        }
        if (header.hasProducerId() && (header.baseSequence() < 0 || header.producerEpoch() < 0)) {
            return invalid("producer " + header.producerId() + " sent epoch " + header.producerEpoch()
                    + " and base sequence " + header.baseSequence() + "; both start at 0");
        }
        if (header.isTransactional() && !header.hasProducerId()) {
            return invalid("a transactional batch needs a producer id; ask for one with InitProducerId");
        }
        return Answer.of(batch);
    }

    private static Answer<BatchView> checkAttributes(BatchView batch) {
        if ((batch.attributes() & UNUSED_ATTRIBUTES) != 0) {
            return invalid("attributes 0x" + Integer.toHexString(batch.attributes())
                    + " set bits that mean nothing for a producer; use bits 0 to 4");
        }
        if (batch.codec().isEmpty()) {
            return invalid("attributes 0x" + Integer.toHexString(batch.attributes())
                    + " name no codec; use 0 to 4 in the lowest three bits");
        }
        return Answer.of(batch);
    }

    private static Answer<BatchView> invalid(String message) {
        return Answer.refused(KafkaError.INVALID_RECORD, message);
    }
}

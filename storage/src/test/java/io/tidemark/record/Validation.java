package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;

/** A validation by a lenient topic, made stricter step by step; then what comes of some bytes. */
final class Validation {
    static final long NOW_MS = 1_700_000_000_000L;

    private TimestampType timestampType = TimestampType.CREATE_TIME;
    private long beforeMaxMs = Long.MAX_VALUE;
    private long afterMaxMs = 3_600_000;
    private boolean keyRequired;
    private Optional<Codec> compression = Optional.empty();
    private Optional<Integer> compressionLevel = Optional.empty();
    private int maxBatchSizeBytes = 1 << 20;
    private int segmentSizeBytes = 1 << 30;
    private int maxInflatedBytes = 1 << 20;

    private Validation() {}

    static Validation lenient() {
        return new Validation();
    }

    Validation logAppendTime() {
        timestampType = TimestampType.LOG_APPEND_TIME;
        return this;
    }

    Validation within(long beforeMs, long afterMs) {
        beforeMaxMs = beforeMs;
        afterMaxMs = afterMs;
        return this;
    }

    Validation compacted() {
        keyRequired = true;
        return this;
    }

    Validation storedIn(Codec codec) {
        compression = Optional.of(codec);
        return this;
    }

    Validation level(int level) {
        compressionLevel = Optional.of(level);
        return this;
    }

    Validation maxBatch(int sizeBytes) {
        maxBatchSizeBytes = sizeBytes;
        return this;
    }

    Validation segment(int sizeBytes) {
        segmentSizeBytes = sizeBytes;
        return this;
    }

    Validation maxInflated(int sizeBytes) {
        maxInflatedBytes = sizeBytes;
        return this;
    }

    Answer<PreparedBatch> answer(Bytes raw) {
        BatchRules rules = new BatchRules(
                timestampType,
                beforeMaxMs,
                afterMaxMs,
                keyRequired,
                compression,
                compressionLevel,
                maxBatchSizeBytes,
                segmentSizeBytes);
        return new BatchValidator(maxInflatedBytes).prepare(raw, rules, Instant.ofEpochMilli(NOW_MS));
    }

    PreparedBatch accepts(Bytes raw) {
        Answer<PreparedBatch> answer = answer(raw);
        assertThat(answer).isInstanceOf(Answer.Given.class);
        return ((Answer.Given<PreparedBatch>) answer).value();
    }

    Refusal refuses(Bytes raw) {
        Answer<PreparedBatch> answer = answer(raw);
        assertThat(answer).isInstanceOf(Answer.Refused.class);
        return ((Answer.Refused<PreparedBatch>) answer).refusal();
    }

    /** With this error, naming exactly these records. */
    void refuses(Bytes raw, KafkaError error, Integer... recordErrors) {
        Refusal refusal = refuses(raw);
        assertThat(refusal.error()).as(refusal.message()).isEqualTo(error);
        assertThat(refusal.recordErrors()).extracting(RecordError::batchIndex).containsExactly(recordErrors);
    }
}

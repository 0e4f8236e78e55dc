package io.tidemark.record;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.utils.BufferSupplier;
import org.apache.kafka.common.utils.PrimitiveRef;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.storage.internals.log.AppendOrigin;
import org.apache.kafka.storage.internals.log.LogValidator;
import org.apache.kafka.storage.internals.log.RecordValidationException;

/**
 * What a Kafka broker decides about a produced batch, by its own classes: the request's check, the log's analysis
 * (private in {@code UnifiedLog}, so its four lines stand here), {@code LogValidator}, and the log's size checks.
 */
final class KafkaJudge {
    private KafkaJudge() {}

    sealed interface Verdict {
        record Accepted(Bytes stored, long maxTimestampMs) implements Verdict {}

        record Refused(Errors error, List<Integer> recordErrors) implements Verdict {}
    }

    static Verdict judge(Bytes raw, BatchRules rules, long nowMs) {
        try {
            return decide(
                    MemoryRecords.readableRecords(
                            Bytes.copyOf(raw.toByteArray()).unguarded()),
                    rules,
                    nowMs);
        } catch (RecordValidationException e) {
            return new Verdict.Refused(
                    Errors.forException(e.invalidException()),
                    e.recordErrors().stream().map(error -> error.batchIndex).toList());
        } catch (ApiException e) {
            return new Verdict.Refused(Errors.forException(e), List.of());
        } catch (RuntimeException | Error e) {
            return new Verdict.Refused(Errors.UNKNOWN_SERVER_ERROR, List.of());
        }
    }

    private static Verdict decide(MemoryRecords records, BatchRules rules, long nowMs) {
        ProduceRequest.validateRecords((short) 13, records);
        MutableRecordBatch batch = records.batches().iterator().next();
        if (batch.baseOffset() != 0) {
            throw new InvalidRecordException("base offset");
        }
        if (batch.sizeInBytes() > rules.maxBatchSizeBytes()) {
            throw new RecordTooLargeException("batch of " + batch.sizeInBytes());
        }
        if (!batch.isValid()) {
            throw new CorruptRecordException("crc");
        }
        CompressionType source = CompressionType.forId(batch.compressionType().id);
        MemoryRecords trimmed =
                MemoryRecords.readableRecords(records.buffer().duplicate().slice(0, batch.sizeInBytes()));
        LogValidator.ValidationResult result = validator(trimmed, source, rules, nowMs)
                .validateMessagesAndAssignOffsets(PrimitiveRef.ofLong(0), new NoMetrics(), BufferSupplier.NO_CACHING);
        int size = result.validatedRecords().sizeInBytes();
        if (result.messageSizeMaybeChanged() && size > rules.maxBatchSizeBytes()) {
            throw new RecordTooLargeException("rebuilt " + size);
        }
        if (size > rules.segmentSizeBytes()) {
            throw new RecordBatchTooLargeException("segment " + size);
        }
        return new Verdict.Accepted(Bytes.copyOf(result.validatedRecords().buffer()), result.maxTimestampMs());
    }

    private static LogValidator validator(MemoryRecords records, CompressionType source, BatchRules rules, long nowMs) {
        Compression target = rules.compression()
                .<Compression>map(codec ->
                        rules.compressionLevel().map(codec::compression).orElseGet(codec::compression))
                .orElseGet(() -> Compression.of(source).build());
        return new LogValidator(
                records,
                new TopicPartition("judged", 0),
                new FixedTime(nowMs),
                source,
                target,
                rules.keyRequired(),
                RecordBatch.CURRENT_MAGIC_VALUE,
                rules.timestampType().kafka(),
                rules.timestampBeforeMaxMs(),
                rules.timestampAfterMaxMs(),
                0,
                AppendOrigin.CLIENT);
    }

    /** The answers that are Kafka's API errors, for a test's own assertions. */
    static Set<Errors> knownErrors() {
        return Set.of(
                Errors.INVALID_RECORD,
                Errors.CORRUPT_MESSAGE,
                Errors.MESSAGE_TOO_LARGE,
                Errors.INVALID_TIMESTAMP,
                Errors.RECORD_LIST_TOO_LARGE);
    }

    private record FixedTime(long milliseconds) implements Time {
        @Override
        public long nanoseconds() {
            return milliseconds * 1_000_000;
        }

        @Override
        public void sleep(long ms) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void waitObject(Object obj, Supplier<Boolean> condition, long deadlineMs) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class NoMetrics implements LogValidator.MetricsRecorder {
        @Override
        public void recordInvalidMagic() {}

        @Override
        public void recordInvalidOffset() {}

        @Override
        public void recordInvalidSequence() {}

        @Override
        public void recordInvalidChecksums() {}

        @Override
        public void recordNoKeyCompactedTopic() {}
    }
}

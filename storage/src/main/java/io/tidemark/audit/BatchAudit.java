package io.tidemark.audit;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.PlacedReference;
import io.tidemark.record.Bytes;
import io.tidemark.record.CorruptBatchException;
import io.tidemark.record.KafkaError;
import io.tidemark.record.LogRecord;
import io.tidemark.record.StoredBatch;
import io.tidemark.store.ObjectStore;
import java.util.List;
import java.util.Optional;

/** Checks single batches. Used by one thread. */
final class BatchAudit {
    private final ObjectStore objects;
    private final String where;
    private final Findings findings;

    BatchAudit(ObjectStore objects, String where, Findings findings) {
        this.objects = objects;
        this.where = where;
        this.findings = findings;
    }

    /** A batch in the batch object of its request: its object must reach as far as its last byte. */
    void check(PlacedReference batch, Truths truths, boolean deep) {
        findings.sawBatch();
        BatchReference reference = batch.reference();
        String place = where + " offset " + batch.baseOffset();
        if (reference.marker().isPresent()) {
            checkContent(batch, reference.marker().get().bytes(), truths, place);
            return;
        }
        String key = reference.object().objectKey();
        int fromByte = deep ? 0 : reference.sizeBytes() - 1;
        int wanted = reference.sizeBytes() - fromByte;
        Optional<Bytes> read = objects.get(key, (long) reference.position() + fromByte, wanted);
        if (read.isEmpty() || read.get().size() < wanted) {
            findings.add(
                    Rule.OBJECT_IS_THERE, place, "object " + key + (read.isEmpty() ? " is missing" : " ends early"));
        } else if (deep) {
            checkContent(batch, read.get(), truths, place);
        }
    }

    private void checkContent(PlacedReference batch, Bytes bytes, Truths truths, String place) {
        try {
            StoredBatch stored = StoredBatch.at(batch.baseOffset(), bytes);
            if (stored.sizeBytes() != bytes.size()
                    || stored.lastOffset() != batch.lastOffset()
                    || stored.maxTimestampMs() != batch.maxTimestampMs()) {
                findings.add(Rule.BATCH_IS_SOUND, place, "it is not the batch that its reference tells of");
            }
            checkRecords(stored);
            truths.transactions().observe(stored);
        } catch (CorruptBatchException e) {
            findings.add(Rule.BATCH_IS_SOUND, place, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Checks the checksum, and that the records can be read and are none too late for the header.
     *
     * @throws CorruptBatchException where it is otherwise
     */
    static void checkRecords(StoredBatch batch) {
        List<LogRecord> records = batch.verified().records();
        for (LogRecord record : records) {
            if (record.timestampMs() > batch.maxTimestampMs()) {
                throw new CorruptBatchException(
                        KafkaError.INVALID_RECORD,
                        "the record at offset " + record.offset() + " is later than its batch's maximum");
            }
        }
    }
}

package io.tidemark.record;

/**
 * What is wrong with one record of a refused batch.
 *
 * @param batchIndex the record's place in its batch, from 0
 * @param error what this record alone would be refused with, which the batch's error may outweigh
 * @param message the reason, for a person
 */
public record RecordError(int batchIndex, KafkaError error, String message) {
    public RecordError {
        if (batchIndex < 0) {
            throw new IllegalArgumentException("batchIndex " + batchIndex + " is negative");
        }
    }
}

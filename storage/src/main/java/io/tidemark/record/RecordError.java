package io.tidemark.record;

/**
 * What is wrong with one record of a refused batch.
 *
 * @param batchIndex the record's place in its batch, from 0
 * @param message the reason, for a person
 */
public record RecordError(int batchIndex, String message) {
    public RecordError {
        if (batchIndex < 0) {
            throw new IllegalArgumentException("batchIndex " + batchIndex + " is negative");
        }
    }
}

package io.tidemark.producer;

/**
 * Arithmetic on sequence numbers, which wrap from {@link Integer#MAX_VALUE} to 0.
 *
 * <p>Source: {@code org.apache.kafka.common.record.internal.DefaultRecordBatch.incrementSequence}.
 */
final class Sequences {
    private Sequences() {}

    /** The sequence {@code count} records behind {@code sequence}. */
    static int after(int sequence, int count) {
        return (int) (((long) sequence + count) & Integer.MAX_VALUE);
    }

    /** The sequence {@code count} records before {@code sequence}. */
    static int before(int sequence, int count) {
        return (int) (((long) sequence - count) & Integer.MAX_VALUE);
    }
}

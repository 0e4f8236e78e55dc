package io.tidemark.produce;

/** What one produce request may take at most. */
public final class ProduceLimits {
    /** The records of one batch, decompressed: bounds the memory that a small, well compressed batch can claim. */
    public static final int MAX_INFLATED_BYTES = 64 << 20;

    /**
     * Key, value and headers of a record that comes by itself. The body of an answer has 6,000,000 bytes, which holds
     * this much in base64, as JSON: what is larger could be appended where the topic allows it, and be read by nobody.
     */
    public static final int MAX_RECORD_BYTES = 4_400_000;

    private ProduceLimits() {}
}

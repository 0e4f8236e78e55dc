package io.tidemark.produce;

/** What one produce request may take at most. */
public final class ProduceLimits {
    /** The records of one batch, decompressed: bounds the memory that a small, well compressed batch can claim. */
    public static final int MAX_INFLATED_BYTES = 64 << 20;

    private ProduceLimits() {}
}

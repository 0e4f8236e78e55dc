package io.tidemark.functions.http;

import java.time.Duration;

/** What one request may ask for, and what one answer may hold. */
public final class Limits {
    /**
     * The largest body, in bytes, as it travels in a function's event: binary bodies in base64, and answers with the
     * escapes of a JSON string. Lambda takes 6 MiB with everything around the body.
     */
    public static final int MAX_CARRIED_BYTES = 6_000_000;

    /** The largest binary body, in bytes: as much as fits when it travels in base64. */
    public static final int MAX_BINARY_BYTES = MAX_CARRIED_BYTES / 4 * 3;

    /** Records in one streaming produce; their reports must fit into the answer. */
    public static final int MAX_RECORDS = 5_000;

    public static final int MAX_BATCH_ENTRIES = 1_000;

    /** Partitions in one offsets:list or records:delete. */
    public static final int MAX_PARTITIONS = 1_000;

    /** Configs in one create or configs:alter. */
    public static final int MAX_CONFIGS = 100;

    public static final Duration MAX_WAIT = Duration.ofSeconds(20);

    /** Aborted transactions in one binary fetch: they travel in a header, and API Gateway bounds all headers. */
    public static final int MAX_ABORTED_TRANSACTIONS = 150;

    /** Levels of objects and arrays in one body. */
    public static final int MAX_JSON_DEPTH = 100;

    private Limits() {}
}

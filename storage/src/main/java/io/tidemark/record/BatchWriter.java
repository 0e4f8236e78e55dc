package io.tidemark.record;

import java.util.List;
import java.util.Optional;

/** Builds raw batches, as a Kafka producer would send them. */
@SuppressWarnings("DoNotCallSuggester")
public final class BatchWriter {
    private BatchWriter() {}

    /** One record batch v2 with base offset 0 and CreateTime timestamps. */
    public static Bytes write(
            List<NewRecord> records, Codec codec, Optional<ProducerStamp> producer, boolean transactional) {
        throw new UnsupportedOperationException();
    }
}

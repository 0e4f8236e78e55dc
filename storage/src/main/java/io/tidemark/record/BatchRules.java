package io.tidemark.record;

import java.util.Optional;

/**
 * What a topic asks of the batches that are appended to it; cut from its configs.
 *
 * @param timestampType {@code message.timestamp.type}
 * @param timestampBeforeMaxMs {@code message.timestamp.before.max.ms}: how far a record's time may lie behind now
 * @param timestampAfterMaxMs {@code message.timestamp.after.max.ms}: how far ahead of now
 * @param keyRequired whether a record without a key is refused (a compacted topic)
 * @param compression the codec to store in, absent for {@code compression.type=producer}: as it came
 * @param compressionLevel the level for that codec, where the topic sets one
 * @param maxBatchSizeBytes {@code max.message.bytes}
 * @param segmentSizeBytes {@code segment.bytes}: a batch above it fits no segment
 */
public record BatchRules(
        TimestampType timestampType,
        long timestampBeforeMaxMs,
        long timestampAfterMaxMs,
        boolean keyRequired,
        Optional<Codec> compression,
        Optional<Integer> compressionLevel,
        int maxBatchSizeBytes,
        int segmentSizeBytes) {}

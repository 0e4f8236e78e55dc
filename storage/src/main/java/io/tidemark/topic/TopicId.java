package io.tidemark.topic;

import java.util.UUID;
import java.util.random.RandomGenerator;

/** A topic's identity: a topic that is deleted and created again has another one (KIP-516). */
public record TopicId(UUID value) {
    private static final long VERSION_4 = 0x4000L;
    private static final long VERSION_BITS = 0xF000L;
    private static final long VARIANT_2 = 0x8000_0000_0000_0000L;
    private static final long VARIANT_BITS = 0xC000_0000_0000_0000L;

    /** A new id: a random UUID (RFC 9562, version 4), so never one of those that Kafka reserves. */
    public static TopicId random(RandomGenerator random) {
        long high = (random.nextLong() & ~VERSION_BITS) | VERSION_4;
        long low = (random.nextLong() & ~VARIANT_BITS) | VARIANT_2;
        return new TopicId(new UUID(high, low));
    }

    public static TopicId parse(String text) {
        return new TopicId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}

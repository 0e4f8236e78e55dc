package io.tidemark.topic;

import java.util.UUID;

/** A topic's identity: a topic that is deleted and created again has another one (KIP-516). */
public record TopicId(UUID value) {
    public static TopicId parse(String text) {
        return new TopicId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}

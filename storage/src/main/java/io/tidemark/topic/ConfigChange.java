package io.tidemark.topic;

/** One change of a topic's configs, as of Kafka's IncrementalAlterConfigs (KIP-339). */
public sealed interface ConfigChange {

    String name();

    /** Overrides the default, or an earlier override. */
    record Assign(String name, String value) implements ConfigChange {}

    /** Goes back to the default; nothing happens where it is in force already. */
    record Reset(String name) implements ConfigChange {}

    static ConfigChange set(String name, String value) {
        return new Assign(name, value);
    }

    static ConfigChange reset(String name) {
        return new Reset(name);
    }
}

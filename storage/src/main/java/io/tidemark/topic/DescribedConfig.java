package io.tidemark.topic;

/**
 * A topic config as DescribeConfigs shows it.
 *
 * @param value the value in force, in Kafka's normal form: trimmed, a list's repeats left out
 * @param source where the value is from
 * @param heeded whether it changes anything here; what does not is accepted, kept and shown all the same
 */
public record DescribedConfig(String name, String value, Source source, boolean heeded) {
    /** Kafka's names for where a topic's config is from. */
    public enum Source {
        DYNAMIC_TOPIC_CONFIG,
        DEFAULT_CONFIG
    }

    /** False also for an override that repeats the default, as in Kafka. */
    public boolean isDefault() {
        return source == Source.DEFAULT_CONFIG;
    }
}

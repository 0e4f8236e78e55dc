package io.tidemark.topic;

import io.tidemark.record.Answer;
import io.tidemark.record.BatchRules;
import io.tidemark.record.Codec;
import io.tidemark.record.KafkaError;
import io.tidemark.record.TimestampType;
import io.tidemark.topic.DescribedConfig.Source;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A topic's configs: its valid overrides over Kafka's defaults. Immutable, compared by the overrides as they were
 * given.
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.log.LogConfig}.
 */
public final class TopicConfig {
    /** Kafka's own limit for one value. */
    public static final int MAX_VALUE_CHARS = Short.MAX_VALUE;

    /** For all of a topic's overrides together, so that its item stays small. */
    public static final int MAX_OVERRIDES_CHARS = 65_536;

    public static final TopicConfig DEFAULTS = new TopicConfig(Map.of(), Map.of());

    private final Map<String, String> overrides;
    private final Map<String, String> normalized;

    private TopicConfig(Map<String, String> overrides, Map<String, String> normalized) {
        this.overrides = Map.copyOf(overrides);
        this.normalized = Map.copyOf(normalized);
    }

    /** These overrides over the defaults, or INVALID_CONFIG with what was expected. */
    public static Answer<TopicConfig> of(Map<String, String> overrides) {
        Map<String, String> normalized = new HashMap<>();
        int chars = 0;
        for (Map.Entry<String, String> override : new TreeMap<>(overrides).entrySet()) {
            Answer<String> value = normalize(override.getKey(), override.getValue());
            if (value instanceof Answer.Refused<String> refused) {
                return Answer.refused(refused.refusal());
            }
            normalized.put(override.getKey(), ((Answer.Given<String>) value).value());
            chars += override.getValue().length();
        }
        if (chars > MAX_OVERRIDES_CHARS) {
            return invalid("The values of a topic's configs have at most " + MAX_OVERRIDES_CHARS
                    + " characters together; these have " + chars + ".");
        }
        return consistent(new TopicConfig(overrides, normalized));
    }

    /** With one more override, or one changed; INVALID_CONFIG where the result is not valid as a whole. */
    public Answer<TopicConfig> with(String name, String value) {
        return altered(List.of(ConfigChange.set(name, value)));
    }

    /** With the default in the place of an override, if there is one; INVALID_CONFIG for a name that is not known. */
    public Answer<TopicConfig> without(String name) {
        return altered(List.of(ConfigChange.reset(name)));
    }

    /**
     * With all of the changes, which are judged together and not one after the other; or INVALID_CONFIG, or for a
     * config that is changed twice INVALID_REQUEST.
     */
    public Answer<TopicConfig> altered(List<ConfigChange> changes) {
        Map<String, String> altered = new HashMap<>(overrides);
        Set<String> names = new HashSet<>();
        for (ConfigChange change : changes) {
            if (!names.add(change.name())) {
                return Answer.refused(
                        KafkaError.INVALID_REQUEST, "The config " + shown(change.name()) + " is changed twice.");
            }
            if (ConfigKeys.find(change.name()).isEmpty()) {
                return unknown(change.name());
            }
            if (change instanceof ConfigChange.Assign assigned) {
                altered.put(assigned.name(), assigned.value());
            } else {
                altered.remove(change.name());
            }
        }
        return of(altered);
    }

    /** As they were given. */
    public Map<String, String> overrides() {
        return overrides;
    }

    /** Every config, by name from a to z. */
    public List<DescribedConfig> described() {
        return ConfigKeys.all().stream().map(this::describe).toList();
    }

    public BatchRules batchRules() {
        return new BatchRules(
                timestampType(),
                number(ConfigKeys.MESSAGE_TIMESTAMP_BEFORE_MAX_MS),
                number(ConfigKeys.MESSAGE_TIMESTAMP_AFTER_MAX_MS),
                isCompacted(),
                compression(),
                compression().flatMap(this::compressionLevel),
                (int) number(ConfigKeys.MAX_MESSAGE_BYTES),
                segmentSizeBytes());
    }

    public Set<CleanupPolicy> cleanupPolicy() {
        List<String> words = ConfigType.elements(value(ConfigKeys.CLEANUP_POLICY));
        Set<CleanupPolicy> policies = EnumSet.noneOf(CleanupPolicy.class);
        for (CleanupPolicy policy : CleanupPolicy.values()) {
            if (words.contains(policy.configValue())) {
                policies.add(policy);
            }
        }
        return policies;
    }

    public boolean isCompacted() {
        return cleanupPolicy().contains(CleanupPolicy.COMPACT);
    }

    /** Compacted, and nothing is deleted for its age or size: DeleteRecords is refused (POLICY_VIOLATION). */
    public boolean isCompactOnly() {
        return cleanupPolicy().equals(Set.of(CleanupPolicy.COMPACT));
    }

    /** {@code retention.ms}; absent for -1, no limit, and where the cleanup policy does not delete. */
    public Optional<Duration> retentionTime() {
        return limit(ConfigKeys.RETENTION_MS).map(Duration::ofMillis);
    }

    /** {@code retention.bytes}; absent for a negative one, no limit, and where the cleanup policy does not delete. */
    public Optional<Long> retentionSizeBytes() {
        return limit(ConfigKeys.RETENTION_BYTES);
    }

    public int segmentSizeBytes() {
        return (int) number(ConfigKeys.SEGMENT_BYTES);
    }

    /** {@code segment.ms}: how long a segment may be added to. */
    public Duration segmentTime() {
        return Duration.ofMillis(number(ConfigKeys.SEGMENT_MS));
    }

    /** {@code delete.retention.ms}: how long a compacted topic keeps a tombstone. */
    public Duration deleteRetention() {
        return Duration.ofMillis(number(ConfigKeys.DELETE_RETENTION_MS));
    }

    public Duration minCompactionLag() {
        return Duration.ofMillis(number(ConfigKeys.MIN_COMPACTION_LAG_MS));
    }

    public Duration maxCompactionLag() {
        return Duration.ofMillis(number(ConfigKeys.MAX_COMPACTION_LAG_MS));
    }

    /** 0 to 1, or not a number (never reached), which Kafka accepts, too. */
    public double minCleanableDirtyRatio() {
        return Double.parseDouble(value(ConfigKeys.MIN_CLEANABLE_DIRTY_RATIO));
    }

    public TimestampType timestampType() {
        String value = value(ConfigKeys.MESSAGE_TIMESTAMP_TYPE);
        return Arrays.stream(TimestampType.values())
                .filter(type -> type.configValue().equals(value))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TopicConfig that && overrides.equals(that.overrides);
    }

    @Override
    public int hashCode() {
        return overrides.hashCode();
    }

    @Override
    public String toString() {
        return "TopicConfig" + new TreeMap<>(overrides);
    }

    private Optional<Codec> compression() {
        String value = value(ConfigKeys.COMPRESSION_TYPE);
        return Arrays.stream(Codec.values())
                .filter(codec -> codec.configValue().equals(value))
                .findFirst();
    }

    private Optional<Integer> compressionLevel(Codec codec) {
        return switch (codec) {
            case GZIP -> Optional.of((int) number(ConfigKeys.COMPRESSION_GZIP_LEVEL));
            case LZ4 -> Optional.of((int) number(ConfigKeys.COMPRESSION_LZ4_LEVEL));
            case ZSTD -> Optional.of((int) number(ConfigKeys.COMPRESSION_ZSTD_LEVEL));
            case SNAPPY, UNCOMPRESSED -> Optional.empty();
        };
    }

    private Optional<Long> limit(ConfigKey key) {
        long value = number(key);
        boolean limited = value >= 0 && cleanupPolicy().contains(CleanupPolicy.DELETE);
        return limited ? Optional.of(value) : Optional.empty();
    }

    private long number(ConfigKey key) {
        return Long.parseLong(value(key));
    }

    private String value(ConfigKey key) {
        return normalized.getOrDefault(key.name(), key.defaultValue());
    }

    private DescribedConfig describe(ConfigKey key) {
        Source source = overrides.containsKey(key.name()) ? Source.DYNAMIC_TOPIC_CONFIG : Source.DEFAULT_CONFIG;
        return new DescribedConfig(key.name(), value(key), source, key.heeded());
    }

    private static Answer<String> normalize(String name, String given) {
        Optional<ConfigKey> key = ConfigKeys.find(name);
        if (key.isEmpty()) {
            return unknown(name);
        }
        if (given.length() > MAX_VALUE_CHARS) {
            return invalid("The value of " + name + " has " + given.length() + " characters; the most is "
                    + MAX_VALUE_CHARS + ".");
        }
        ConfigType type = key.get().type();
        return type.normalized(given)
                .map(Answer::of)
                .orElseGet(() -> invalid(
                        "Invalid value '" + shown(given) + "' for " + name + ": expected " + type.expected() + "."));
    }

    /** The rules over several configs. */
    private static Answer<TopicConfig> consistent(TopicConfig config) {
        if (config.minCompactionLag().compareTo(config.maxCompactionLag()) > 0) {
            return invalid("min.compaction.lag.ms (" + config.minCompactionLag().toMillis()
                    + ") must not be above max.compaction.lag.ms ("
                    + config.maxCompactionLag().toMillis() + ").");
        }
        if (Boolean.parseBoolean(config.value(ConfigKeys.REMOTE_STORAGE_ENABLE))) {
            return invalid("remote.storage.enable must stay false: there is no second tier to turn on, as every segment"
                    + " is in object storage already.");
        }
        return Answer.of(config);
    }

    private static <T> Answer<T> unknown(String name) {
        List<String> known = ConfigKeys.all().stream().map(ConfigKey::name).toList();
        return invalid(
                "Unknown topic config '" + shown(name) + "'. The known ones are: " + String.join(", ", known) + ".");
    }

    private static <T> Answer<T> invalid(String message) {
        return Answer.refused(KafkaError.INVALID_CONFIG, message);
    }

    private static String shown(String text) {
        int most = 100;
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}

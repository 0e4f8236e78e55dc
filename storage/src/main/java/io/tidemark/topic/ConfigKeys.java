package io.tidemark.topic;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import io.tidemark.record.Codec;
import io.tidemark.record.TimestampType;
import io.tidemark.topic.ConfigKey.Effect;
import io.tidemark.topic.ConfigType.Choice;
import io.tidemark.topic.ConfigType.Choices;
import io.tidemark.topic.ConfigType.Flag;
import io.tidemark.topic.ConfigType.Ratio;
import io.tidemark.topic.ConfigType.Replicas;
import io.tidemark.topic.ConfigType.WholeNumber;
import io.tidemark.topic.ConfigType.WholeNumberOr;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The topic configs of Apache Kafka 4.3 with their defaults, in the order of their names within each group.
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.log.LogConfig}, without its internal test setting.
 */
final class ConfigKeys {
    static final String PRODUCER_COMPRESSION = "producer";

    private static final List<ConfigKey> DEFINED = new ArrayList<>();

    static final ConfigKey CLEANUP_POLICY =
            heeded("cleanup.policy", new Choices(Set.of("compact", "delete")), "delete");
    static final ConfigKey COMPRESSION_GZIP_LEVEL =
            heeded("compression.gzip.level", new WholeNumberOr(-1, new WholeNumber(1, 9)), "-1");
    static final ConfigKey COMPRESSION_LZ4_LEVEL = heeded("compression.lz4.level", new WholeNumber(1, 17), "9");
    static final ConfigKey COMPRESSION_TYPE = heeded("compression.type", compressionTypes(), PRODUCER_COMPRESSION);
    static final ConfigKey COMPRESSION_ZSTD_LEVEL =
            heeded("compression.zstd.level", new WholeNumber(-131_072, 22), "3");
    static final ConfigKey DELETE_RETENTION_MS = heeded("delete.retention.ms", WholeNumber.int64(0), "86400000");
    static final ConfigKey MAX_COMPACTION_LAG_MS =
            heeded("max.compaction.lag.ms", WholeNumber.int64(1), Long.toString(Long.MAX_VALUE));
    static final ConfigKey MAX_MESSAGE_BYTES = heeded("max.message.bytes", WholeNumber.int32(0), "1048588");
    static final ConfigKey MESSAGE_TIMESTAMP_AFTER_MAX_MS =
            heeded("message.timestamp.after.max.ms", WholeNumber.int64(0), "3600000");
    static final ConfigKey MESSAGE_TIMESTAMP_BEFORE_MAX_MS =
            heeded("message.timestamp.before.max.ms", WholeNumber.int64(0), Long.toString(Long.MAX_VALUE));
    static final ConfigKey MESSAGE_TIMESTAMP_TYPE = heeded(
            "message.timestamp.type",
            new Choice(List.of(TimestampType.CREATE_TIME.configValue(), TimestampType.LOG_APPEND_TIME.configValue())),
            TimestampType.CREATE_TIME.configValue());
    static final ConfigKey MIN_CLEANABLE_DIRTY_RATIO = heeded("min.cleanable.dirty.ratio", new Ratio(), "0.5");
    static final ConfigKey MIN_COMPACTION_LAG_MS = heeded("min.compaction.lag.ms", WholeNumber.int64(0), "0");
    /** Below -1 is no limit, too, as in Kafka. */
    static final ConfigKey RETENTION_BYTES = heeded("retention.bytes", WholeNumber.int64(Long.MIN_VALUE), "-1");

    static final ConfigKey RETENTION_MS = heeded("retention.ms", WholeNumber.int64(-1), "604800000");
    static final ConfigKey SEGMENT_BYTES = heeded("segment.bytes", WholeNumber.int32(1_048_576), "1073741824");
    static final ConfigKey SEGMENT_MS = heeded("segment.ms", WholeNumber.int64(1), "604800000");
    /** Only {@code false}: merged segments are in object storage in any case, with no broker's disk in front. */
    static final ConfigKey REMOTE_STORAGE_ENABLE = noEffect("remote.storage.enable", new Flag(), "false");

    static {
        noEffect("file.delete.delay.ms", WholeNumber.int64(0), "60000");
        noEffect("flush.messages", WholeNumber.int64(1), Long.toString(Long.MAX_VALUE));
        noEffect("flush.ms", WholeNumber.int64(0), Long.toString(Long.MAX_VALUE));
        noEffect("follower.replication.throttled.replicas", new Replicas(), "");
        noEffect("index.interval.bytes", WholeNumber.int32(0), "4096");
        noEffect("leader.replication.throttled.replicas", new Replicas(), "");
        noEffect("local.retention.bytes", WholeNumber.int64(-2), "-2");
        noEffect("local.retention.ms", WholeNumber.int64(-2), "-2");
        noEffect("min.insync.replicas", WholeNumber.int32(1), "1");
        noEffect("preallocate", new Flag(), "false");
        noEffect("remote.log.copy.disable", new Flag(), "false");
        noEffect("remote.log.delete.on.disable", new Flag(), "false");
        noEffect("segment.index.bytes", WholeNumber.int32(4), "10485760");
        noEffect("segment.jitter.ms", WholeNumber.int64(0), "0");
        noEffect("unclean.leader.election.enable", new Flag(), "false");
    }

    private static final Map<String, ConfigKey> BY_NAME =
            DEFINED.stream().collect(toUnmodifiableMap(ConfigKey::name, identity()));

    private ConfigKeys() {}

    /** By name, from a to z. */
    static List<ConfigKey> all() {
        return BY_NAME.keySet().stream().sorted().map(BY_NAME::get).toList();
    }

    static Optional<ConfigKey> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    private static Choice compressionTypes() {
        List<String> words = new ArrayList<>();
        for (Codec codec : Codec.values()) {
            words.add(codec.configValue());
        }
        words.add(PRODUCER_COMPRESSION);
        return new Choice(words);
    }

    private static ConfigKey heeded(String name, ConfigType type, String defaultValue) {
        return define(new ConfigKey(name, type, defaultValue, Effect.HEEDED));
    }

    private static ConfigKey noEffect(String name, ConfigType type, String defaultValue) {
        return define(new ConfigKey(name, type, defaultValue, Effect.NONE));
    }

    private static ConfigKey define(ConfigKey key) {
        DEFINED.add(key);
        return key;
    }
}

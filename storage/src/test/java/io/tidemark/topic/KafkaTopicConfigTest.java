package io.tidemark.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.junit.jupiter.api.Test;

/** Kafka's own {@link LogConfig} as the judge of names, defaults and validity. */
final class KafkaTopicConfigTest {
    private static final int RANDOM_SETS = 20_000;
    private static final int MAX_OVERRIDES_IN_A_SET = 4;

    @Test
    void namesAreThoseOfKafka() {
        assertThat(ConfigKeys.all())
                .extracting(ConfigKey::name)
                .containsExactlyElementsOf(LogConfig.nonInternalConfigNames());
    }

    @Test
    void defaultsAreThoseOfKafka() {
        Map<String, String> kafka = new TreeMap<>();
        LogConfig defaults = new LogConfig(Map.of());
        LogConfig.nonInternalConfigNames().forEach(name -> kafka.put(name, describedByKafka(defaults, name)));

        assertThat(described(TopicConfig.DEFAULTS)).isEqualTo(kafka);
    }

    @Test
    void everyValueOfTheTableIsJudgedAndDescribedAsByKafka() {
        for (String name : LogConfig.nonInternalConfigNames()) {
            for (String value : values()) {
                compare(Map.of(name, value));
            }
        }
    }

    @Test
    void everyLimitIsJudgedAsByKafka() {
        for (ConfigKey key : ConfigKeys.all()) {
            if (key.type() instanceof ConfigType.WholeNumber range) {
                around(range.min()).forEach(value -> compare(Map.of(key.name(), value)));
                around(range.max()).forEach(value -> compare(Map.of(key.name(), value)));
            }
        }
    }

    @Test
    void randomSetsOfOverridesAreJudgedAndDescribedAsByKafka() {
        long seed = Long.getLong("tidemark.seed", 1);
        Random random = new Random(seed);
        List<String> names = LogConfig.nonInternalConfigNames();
        List<String> values = values();
        for (int i = 0; i < RANDOM_SETS; i++) {
            Map<String, String> overrides = new HashMap<>();
            for (int j = random.nextInt(MAX_OVERRIDES_IN_A_SET + 1); j > 0; j--) {
                overrides.put(pick(names, random), mutated(pick(values, random), random));
            }
            compare(overrides, "seed " + seed);
        }
    }

    @Test
    void lagsAreJudgedTogetherAsByKafka() {
        for (String min : List.of("0", "4", "5", "6", " 5 ", "9223372036854775807")) {
            for (String max : List.of("1", "4", "5", "6", " 5 ", "9223372036854775807")) {
                compare(Map.of("min.compaction.lag.ms", min, "max.compaction.lag.ms", max));
            }
        }
    }

    @Test
    void remoteStorageIsRefusedAsByABrokerWithoutIt() {
        for (String value : List.of("true", "TRUE", " true ", "false", "False", "yes", "")) {
            compare(Map.of("remote.storage.enable", value));
        }
    }

    @Test
    void unknownNamesAreRefusedAsByKafka() {
        List<String> names = List.of(
                "",
                " retention.ms",
                "Retention.ms",
                "RETENTION.MS",
                "retention",
                "message.format.version",
                "message.timestamp.difference.max.ms",
                "message.downconversion.enable",
                "log.retention.ms");
        for (String name : names) {
            compare(Map.of(name, "1"));
        }
    }

    private static void compare(Map<String, String> overrides) {
        compare(overrides, "table");
    }

    private static void compare(Map<String, String> overrides, String origin) {
        Answer<TopicConfig> ours = TopicConfig.of(overrides);
        String where = origin + ": " + new TreeMap<>(overrides);

        if (!validForKafka(overrides)) {
            assertThat(ours).as(where).isInstanceOf(Answer.Refused.class);
            assertThat(((Answer.Refused<TopicConfig>) ours).refusal().error())
                    .as(where)
                    .isEqualTo(KafkaError.INVALID_CONFIG);
            return;
        }
        assertThat(ours).as(where).isInstanceOf(Answer.Given.class);
        TopicConfig config = ((Answer.Given<TopicConfig>) ours).value();
        LogConfig kafka = new LogConfig(overrides);
        Map<String, String> describedByKafka = new TreeMap<>();
        LogConfig.nonInternalConfigNames().forEach(name -> describedByKafka.put(name, describedByKafka(kafka, name)));
        assertThat(described(config)).as(where).isEqualTo(describedByKafka);
        compareGetters(config, kafka, where);
    }

    private static void compareGetters(TopicConfig ours, LogConfig kafka, String where) {
        assertThat(ours.isCompacted()).as(where).isEqualTo(kafka.compact);
        assertThat(ours.cleanupPolicy().contains(CleanupPolicy.DELETE))
                .as(where)
                .isEqualTo(kafka.delete);
        assertThat(ours.timestampType().configValue()).as(where).isEqualTo(kafka.messageTimestampType.name);
        assertThat(ours.segmentTime().toMillis()).as(where).isEqualTo(kafka.segmentMs);
        assertThat(ours.deleteRetention().toMillis()).as(where).isEqualTo(kafka.deleteRetentionMs);
        assertThat(ours.minCompactionLag().toMillis()).as(where).isEqualTo(kafka.compactionLagMs);
        assertThat(ours.maxCompactionLag().toMillis()).as(where).isEqualTo(kafka.maxCompactionLagMs);
        assertThat(ours.minCleanableDirtyRatio()).as(where).isEqualTo(Double.valueOf(kafka.minCleanableRatio));
        assertThat(ours.batchRules().timestampBeforeMaxMs()).as(where).isEqualTo(kafka.messageTimestampBeforeMaxMs);
        assertThat(ours.batchRules().timestampAfterMaxMs()).as(where).isEqualTo(kafka.messageTimestampAfterMaxMs);
        assertThat(ours.batchRules().maxBatchSizeBytes()).as(where).isEqualTo(kafka.maxMessageSize());
        assertThat(ours.batchRules().segmentSizeBytes()).as(where).isEqualTo(kafka.segmentSize());
        assertThat(ours.batchRules().compression().isPresent()).as(where).isEqualTo(kafka.compression.isPresent());
    }

    /** What a controller says: names, values, and the rules over several values. */
    private static boolean validForKafka(Map<String, String> overrides) {
        try {
            LogConfig.validate(Map.of(), overrides, LogConfig.configDefCopy().defaultValues(), false);
            return true;
        } catch (ConfigException | InvalidConfigurationException e) {
            return false;
        }
    }

    private static String describedByKafka(LogConfig config, String name) {
        ConfigDef.Type type = LogConfig.configType(name).orElseThrow();
        return Objects.requireNonNull(ConfigDef.convertToString(config.values().get(name), type));
    }

    private static Map<String, String> described(TopicConfig config) {
        Map<String, String> described = new TreeMap<>();
        config.described().forEach(entry -> described.put(entry.name(), entry.value()));
        return described;
    }

    /** The number itself and its neighbours, also where they leave 32 or 64 bits. */
    private static List<String> around(long limit) {
        BigInteger exact = BigInteger.valueOf(limit);
        BigInteger one = BigInteger.ONE;
        return List.of(
                exact.subtract(one).toString(), exact.toString(), exact.add(one).toString());
    }

    private static List<String> values() {
        List<String> values =
                new ArrayList<>(List.of("", " ", "\t", "\u00a0", "null", "none", "nan", "NaN", "Infinity"));
        for (long limit : new long[] {
            -131_072,
            -2,
            -1,
            0,
            1,
            4,
            9,
            17,
            22,
            14,
            1_048_576,
            Integer.MIN_VALUE,
            Integer.MAX_VALUE,
            Long.MIN_VALUE,
            Long.MAX_VALUE
        }) {
            values.addAll(around(limit));
        }
        values.addAll(
                List.of("+5", "--5", "- 5", "5.0", "5.", "1e3", "1E-1", "0x10", "1_000", "5L", "0.5d", ".5", "1,000"));
        values.addAll(List.of("0.0", "0.5", "1.0", "1.0000000000000002", "-0.0", "-0.0000001", "٣"));
        values.addAll(List.of("true", "false", "True", "FALSE", "yes", "1 ", "falſe"));
        values.addAll(List.of("delete", "compact", "Delete", "COMPACT", "delete,compact", "compact , delete"));
        values.addAll(List.of("delete,delete", "compact,delete,compact", ",", "delete,", ",compact", "delete;compact"));
        values.addAll(List.of("producer", "uncompressed", "gzip", "snappy", "lz4", "zstd", "GZIP", "gzip,lz4"));
        values.addAll(List.of("CreateTime", "LogAppendTime", "createtime", "LogAppendTime "));
        values.addAll(List.of("*", " * ", "*,", "*,*", "0:1", "0:1,1:2", "0:1 , 1:2", "0:1,", "a:1", "0:1:2", ":"));
        return values;
    }

    private static String mutated(String value, Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> value + " ";
            case 1 -> "\t" + value;
            case 2 -> value.toUpperCase(Locale.ROOT);
            case 3 -> value + value;
            default -> value;
        };
    }

    private static String pick(List<String> from, Random random) {
        return from.get(random.nextInt(from.size()));
    }
}

package io.tidemark.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Answer;
import io.tidemark.record.BatchRules;
import io.tidemark.record.Codec;
import io.tidemark.record.KafkaError;
import io.tidemark.record.Refusal;
import io.tidemark.record.TimestampType;
import io.tidemark.topic.DescribedConfig.Source;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TopicConfigTest {
    @Test
    void defaultRulesKeepBatchesAsTheyCame() {
        assertThat(TopicConfig.DEFAULTS.batchRules())
                .isEqualTo(new BatchRules(
                        TimestampType.CREATE_TIME,
                        Long.MAX_VALUE,
                        3_600_000,
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        1_048_588,
                        1_073_741_824));
    }

    @Test
    void rulesAreCutFromTheOverrides() {
        TopicConfig config = config(Map.of(
                "message.timestamp.type", " LogAppendTime",
                "message.timestamp.before.max.ms", "11",
                "message.timestamp.after.max.ms", "12",
                "cleanup.policy", "compact",
                "compression.type", "zstd",
                "compression.zstd.level", "-7",
                "compression.gzip.level", "4",
                "max.message.bytes", "13",
                "segment.bytes", "1048577"));

        assertThat(config.batchRules())
                .isEqualTo(new BatchRules(
                        TimestampType.LOG_APPEND_TIME,
                        11,
                        12,
                        true,
                        Optional.of(Codec.ZSTD),
                        Optional.of(-7),
                        13,
                        1_048_577));
    }

    @Test
    void eachCodecTakesItsOwnLevel() {
        Map<String, String> levels =
                Map.of("compression.gzip.level", "1", "compression.lz4.level", "2", "compression.zstd.level", "3");

        assertThat(levelFor("gzip", levels)).contains(1);
        assertThat(levelFor("lz4", levels)).contains(2);
        assertThat(levelFor("zstd", levels)).contains(3);
        assertThat(levelFor("snappy", levels)).isEmpty();
        assertThat(levelFor("uncompressed", levels)).isEmpty();
        assertThat(levelFor("producer", levels)).isEmpty();
    }

    @Test
    void cleanupPolicyMayNameBothOrNone() {
        assertThat(TopicConfig.DEFAULTS.cleanupPolicy()).containsExactly(CleanupPolicy.DELETE);
        assertThat(config(Map.of("cleanup.policy", "")).cleanupPolicy()).isEmpty();
        assertThat(config(Map.of("cleanup.policy", "compact,compact")).isCompactOnly())
                .isTrue();
        TopicConfig both = config(Map.of("cleanup.policy", "compact, delete"));
        assertThat(both.cleanupPolicy()).isEqualTo(Set.of(CleanupPolicy.COMPACT, CleanupPolicy.DELETE));
        assertThat(both.isCompacted()).isTrue();
        assertThat(both.isCompactOnly()).isFalse();
    }

    @Test
    void retentionIsAbsentWithoutALimitOrWithoutDeletion() {
        assertThat(TopicConfig.DEFAULTS.retentionTime()).contains(Duration.ofDays(7));
        assertThat(TopicConfig.DEFAULTS.retentionSizeBytes()).isEmpty();
        TopicConfig limits = config(Map.of("retention.ms", "0", "retention.bytes", "0"));
        assertThat(limits.retentionTime()).contains(Duration.ZERO);
        assertThat(limits.retentionSizeBytes()).contains(0L);
        TopicConfig none = config(Map.of("retention.ms", "-1", "retention.bytes", "-2"));
        assertThat(none.retentionTime()).isEmpty();
        assertThat(none.retentionSizeBytes()).isEmpty();
        TopicConfig compact = config(Map.of("cleanup.policy", "compact", "retention.bytes", "5"));
        assertThat(compact.retentionTime()).isEmpty();
        assertThat(compact.retentionSizeBytes()).isEmpty();
    }

    @Test
    void overridesAreKeptAsGivenAndDescribedInNormalForm() {
        TopicConfig config = config(Map.of("retention.ms", " +5 ", "cleanup.policy", "delete ,delete"));

        assertThat(config.overrides()).isEqualTo(Map.of("retention.ms", " +5 ", "cleanup.policy", "delete ,delete"));
        assertThat(config.described())
                .contains(new DescribedConfig("retention.ms", "5", Source.DYNAMIC_TOPIC_CONFIG, true))
                .contains(new DescribedConfig("cleanup.policy", "delete", Source.DYNAMIC_TOPIC_CONFIG, true))
                .contains(new DescribedConfig("retention.bytes", "-1", Source.DEFAULT_CONFIG, true))
                .contains(new DescribedConfig("flush.ms", "9223372036854775807", Source.DEFAULT_CONFIG, false));
    }

    @Test
    void anOverrideThatRepeatsTheDefaultIsNoDefault() {
        TopicConfig config = config(Map.of("retention.ms", "604800000"));

        assertThat(config.described())
                .filteredOn(DescribedConfig::name, "retention.ms")
                .extracting(DescribedConfig::isDefault)
                .containsExactly(false);
    }

    @Test
    void withAndWithoutLeaveTheOthersAlone() {
        TopicConfig config = config(Map.of("retention.ms", "5"));
        TopicConfig more = given(config.with("segment.ms", "7"));

        assertThat(more.overrides()).isEqualTo(Map.of("retention.ms", "5", "segment.ms", "7"));
        assertThat(given(more.with("segment.ms", "8")).segmentTime()).isEqualTo(Duration.ofMillis(8));
        assertThat(given(more.without("retention.ms")).overrides()).isEqualTo(Map.of("segment.ms", "7"));
        assertThat(given(config.without("segment.ms"))).isEqualTo(config);
        assertThat(config.overrides()).isEqualTo(Map.of("retention.ms", "5"));
    }

    @Test
    void withAndWithoutRefuseNamesThatAreNotKnown() {
        assertThat(refusal(TopicConfig.DEFAULTS.with("nope", "1")).error()).isEqualTo(KafkaError.INVALID_CONFIG);
        assertThat(refusal(TopicConfig.DEFAULTS.without("nope")).error()).isEqualTo(KafkaError.INVALID_CONFIG);
    }

    @Test
    void refusalsSayWhatIsExpected() {
        assertThat(refusal(TopicConfig.of(Map.of("nope", "1"))).message()).contains("'nope'", "retention.ms");
        assertThat(refusal(TopicConfig.of(Map.of("compression.type", "none"))).message())
                .contains("'none'", "compression.type", "uncompressed", "producer");
        assertThat(refusal(TopicConfig.of(Map.of("compression.lz4.level", "18")))
                        .message())
                .contains("from 1 to 17");
        assertThat(refusal(TopicConfig.of(Map.of("compression.gzip.level", "0")))
                        .message())
                .contains("from 1 to 9, or -1");
        assertThat(refusal(TopicConfig.of(Map.of("remote.storage.enable", "true")))
                        .message())
                .contains("object storage");
        assertThat(refusal(TopicConfig.of(Map.of("min.compaction.lag.ms", "6", "max.compaction.lag.ms", "5")))
                        .message())
                .contains("(6)", "(5)");
    }

    @Test
    void aValueIsAtMostAsLongAsKafkaKeepsIt() {
        assertThat(TopicConfig.of(paddedRetention(TopicConfig.MAX_VALUE_CHARS - 1)))
                .isInstanceOf(Answer.Given.class);
        assertThat(TopicConfig.of(paddedRetention(TopicConfig.MAX_VALUE_CHARS))).isInstanceOf(Answer.Given.class);
        assertThat(refusal(TopicConfig.of(paddedRetention(TopicConfig.MAX_VALUE_CHARS + 1)))
                        .message())
                .contains("32768");
    }

    @Test
    void allValuesTogetherAreLimited() {
        Map<String, String> overrides = new HashMap<>(paddedRetention(TopicConfig.MAX_VALUE_CHARS));
        overrides.put("segment.ms", padded(TopicConfig.MAX_VALUE_CHARS));
        overrides.put("flush.ms", "5");
        assertThat(TopicConfig.of(overrides)).isInstanceOf(Answer.Given.class);
        overrides.put("flush.ms", "50");
        assertThat(TopicConfig.of(overrides)).isInstanceOf(Answer.Given.class);

        overrides.put("flush.ms", "500");
        assertThat(refusal(TopicConfig.of(overrides)).message()).contains("65537");
    }

    private static Map<String, String> paddedRetention(int chars) {
        return Map.of("retention.ms", padded(chars));
    }

    private static String padded(int chars) {
        return "5" + " ".repeat(chars - 1);
    }

    private static Optional<Integer> levelFor(String codec, Map<String, String> levels) {
        Map<String, String> overrides = new HashMap<>(levels);
        overrides.put("compression.type", codec);
        return config(overrides).batchRules().compressionLevel();
    }

    private static TopicConfig config(Map<String, String> overrides) {
        return given(TopicConfig.of(overrides));
    }

    private static TopicConfig given(Answer<TopicConfig> answer) {
        assertThat(answer).isInstanceOf(Answer.Given.class);
        return ((Answer.Given<TopicConfig>) answer).value();
    }

    private static Refusal refusal(Answer<TopicConfig> answer) {
        assertThat(answer).isInstanceOf(Answer.Refused.class);
        return ((Answer.Refused<TopicConfig>) answer).refusal();
    }
}

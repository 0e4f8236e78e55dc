package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** D93: which topics are created, case by case as a broker does. */
class TopicCasesIT {
    private static final BothLogs BOTH = new BothLogs(Stores.inMemory());

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            emptyValue = "",
            value = {
                "cleanup.policy=''",
                "cleanup.policy=delete,delete",
                "cleanup.policy=compact,delete",
                "retention.ms=-1",
                "retention.bytes=-7",
                "segment.bytes=1048576",
                "segment.ms=1",
                "max.message.bytes=0",
                "compression.type=uncompressed",
                "compression.type=producer",
                "compression.gzip.level=9",
                "message.timestamp.before.max.ms=0",
                "message.timestamp.after.max.ms=9223372036854775807",
                "min.cleanable.dirty.ratio=1",
                "min.insync.replicas=5",
                "local.retention.ms=-2",
                "unclean.leader.election.enable=true"
            })
    void validConfigIsTaken(String name, String value) {
        assertThat(create("valid", Map.of(name, value))).isEqualTo(Errors.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            emptyValue = "",
            value = {
                "cleanup.policy=compress",
                "cleanup.policy=Delete",
                "retention.ms=-2",
                "retention.ms=a day",
                "segment.bytes=1048575",
                "segment.ms=0",
                "max.message.bytes=-1",
                "compression.type=none",
                "compression.gzip.level=10",
                "message.timestamp.type=createtime",
                "message.timestamp.before.max.ms=-1",
                "message.timestamp.after.max.ms=9223372036854775808",
                "min.cleanable.dirty.ratio=1.1",
                "min.insync.replicas=0",
                "local.retention.ms=-3",
                "unclean.leader.election.enable=yes",
                "remote.storage.enable=true",
                "max.compaction.lag.ms=0",
                "message.format.version=3.0",
                "message.timestamp.difference.max.ms=1",
                "no.such.config=1"
            })
    void invalidOrUnknownConfigIsRefused(String name, String value) {
        assertThat(create("invalid", Map.of(name, value))).isEqualTo(Errors.INVALID_CONFIG);
    }

    @Test
    void compactionLagsAreComparedWithEachOther() {
        assertThat(create("lags", Map.of("min.compaction.lag.ms", "10", "max.compaction.lag.ms", "9")))
                .isEqualTo(Errors.INVALID_CONFIG);
        assertThat(create("lags", Map.of("min.compaction.lag.ms", "10", "max.compaction.lag.ms", "10")))
                .isEqualTo(Errors.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "with space", "with/slash", "ünicode"})
    void illegalNameIsRefused(String name) {
        assertThat(BOTH.createTopic(name, 1, Map.of())).isEqualTo(Errors.INVALID_TOPIC_EXCEPTION);
    }

    @Test
    void nameHasAtMost249Characters() {
        assertThat(BOTH.createTopic("n".repeat(250), 1, Map.of())).isEqualTo(Errors.INVALID_TOPIC_EXCEPTION);
        assertThat(BOTH.createTopic("n".repeat(249), 1, Map.of())).isEqualTo(Errors.NONE);
    }

    @Test
    void namesThatDifferByDotAndUnderscoreCollide() {
        assertThat(BOTH.createTopic("collides.with_me", 1, Map.of())).isEqualTo(Errors.NONE);
        for (String other : List.of("collides_with.me", "collides.with.me", "collides_with_me")) {
            assertThat(BOTH.createTopic(other, 1, Map.of())).isEqualTo(Errors.INVALID_TOPIC_EXCEPTION);
        }
        assertThat(BOTH.createTopic("collides.with-me", 1, Map.of())).isEqualTo(Errors.NONE);
    }

    @Test
    void partitionsAreOneOrMoreOrTheDefault() {
        assertThat(BOTH.createTopic("no-partitions", 0, Map.of())).isEqualTo(Errors.INVALID_PARTITIONS);
        assertThat(BOTH.createTopic("no-partitions", -2, Map.of())).isEqualTo(Errors.INVALID_PARTITIONS);
        assertThat(BOTH.createTopic("default-partitions", -1, Map.of())).isEqualTo(Errors.NONE);
    }

    @Test
    void secondTopicOfANameIsRefused() {
        assertThat(BOTH.createTopic("once-only", 1, Map.of())).isEqualTo(Errors.NONE);
        assertThat(BOTH.createTopic("once-only", 3, Map.of())).isEqualTo(Errors.TOPIC_ALREADY_EXISTS);
    }

    private static int topics;

    private static Errors create(String prefix, Map<String, String> configs) {
        topics++;
        return BOTH.createTopic(prefix + "-" + topics, 1, configs);
    }
}

package io.tidemark.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.internals.Topic;
import org.junit.jupiter.api.Test;

/** Kafka's own {@link Topic} as the judge of topic names. */
final class KafkaTopicNameTest {
    private static final int RANDOM_NAMES = 20_000;

    @Test
    void namesOfTheTableAreJudgedAsByKafka() {
        List<String> names =
                new ArrayList<>(List.of("", " ", ".", "..", "...", "a", "_", "-", ".a", "a.", "a b", "a/b"));
        names.addAll(List.of("A1.b_c-D", "é", "٣", "a\n", "a\u0000", "a:b", "a,b", "__consumer_offsets"));
        for (int length = 248; length <= 250; length++) {
            names.add("x".repeat(length));
        }
        names.forEach(name -> compare(name, "table"));
    }

    @Test
    void randomNamesAreJudgedAsByKafka() {
        long seed = Long.getLong("tidemark.seed", 1);
        Random random = new Random(seed);
        for (int i = 0; i < RANDOM_NAMES; i++) {
            compare(randomName(random), "seed " + seed);
        }
    }

    @Test
    void internalNamesAreThoseOfKafka() {
        for (String name :
                List.of("__consumer_offsets", "__transaction_state", "__share_group_state", "__other", "a")) {
            assertThat(new TopicName(name).isInternal()).as(name).isEqualTo(Topic.isInternal(name));
        }
    }

    @Test
    void collisionsAreThoseOfKafka() {
        List<String> names = List.of("a.b", "a_b", "a-b", "ab", "a.b_c", "a_b.c", "a.b.c", "A.b", "a", "_", ".a", "_a");
        for (String one : names) {
            for (String other : names) {
                boolean ours = new TopicName(one).collidesWith(new TopicName(other));
                boolean kafka = !one.equals(other) && Topic.hasCollision(one, other);

                assertThat(ours).as(one + " and " + other).isEqualTo(kafka);
            }
        }
    }

    private static void compare(String name, String origin) {
        Answer<TopicName> ours = TopicName.parse(name);

        if (Topic.isValid(name)) {
            assertThat(ours).as(origin + ": " + name).isEqualTo(Answer.of(new TopicName(name)));
        } else {
            assertThat(ours)
                    .as(origin + ": " + name)
                    .isInstanceOfSatisfying(
                            Answer.Refused.class,
                            refused -> assertThat(refused.refusal().error())
                                    .isEqualTo(KafkaError.INVALID_TOPIC_EXCEPTION));
        }
    }

    private static String randomName(Random random) {
        StringBuilder name = new StringBuilder();
        for (int length = random.nextInt(6); length > 0; length--) {
            name.append((char) (random.nextInt(20) == 0 ? random.nextInt(0x250) : "a.B_-9".charAt(random.nextInt(6))));
        }
        return name.toString();
    }
}

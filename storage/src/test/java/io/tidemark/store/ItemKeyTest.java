package io.tidemark.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;

class ItemKeyTest {

    @Test
    void keysStandInTheOrderOfTheirUtf8Bytes() {
        List<String> parts = List.of("a", "b", "ab", "é", "\uD7FF", "\uE000", "\uFFFD", "😀", "😁", "a😀", "a\uFFFD");
        for (String left : parts) {
            for (String right : parts) {
                int expected = Integer.signum(Bytes.utf8(left).compareTo(Bytes.utf8(right)));
                assertThat(Integer.signum(new ItemKey("p", left).compareTo(new ItemKey("p", right))))
                        .as("%s and %s", left, right)
                        .isEqualTo(expected);
                assertThat(Integer.signum(new ItemKey(left, "s").compareTo(new ItemKey(right, "s"))))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void thePartitionKeyCountsFirst() {
        assertThat(new ItemKey("a", "z")).isLessThan(new ItemKey("b", "a"));
    }

    @Test
    void aKeyHasTwoPartsWithinDynamoDbsLimits() {
        assertThat(new ItemKey("p".repeat(2048), "é".repeat(512))).isNotNull();
        assertRefused("p".repeat(2049), "s");
        assertRefused("p", "s".repeat(1025));
        assertRefused("p", "é".repeat(512) + "s");
        assertRefused("", "s");
        assertRefused("p", "");
    }

    private static void assertRefused(String partition, String sort) {
        assertThatThrownBy(() -> new ItemKey(partition, sort)).isInstanceOf(IllegalArgumentException.class);
    }
}

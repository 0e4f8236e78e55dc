package io.tidemark.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectKeyTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "data/0f/01J.x", "a/.hidden/..b", "A_b-9.log"})
    void aPathOfPlainNamesIsAKey(String key) {
        assertThat(ObjectKey.checked(key)).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "/", "a/", "/a", "a//b", ".", "..", "a/..", "../a", "a/./b", "a/.../b", "a b", "a\nb", "ä"})
    void whatMightLeadElsewhereIsNoKey(String key) {
        assertThatThrownBy(() -> ObjectKey.checked(key)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void namesAndKeysHaveALongestLength() {
        String name = "n".repeat(255);
        assertThat(ObjectKey.checked(name)).isEqualTo(name);
        assertThatThrownBy(() -> ObjectKey.checked(name + "n")).isInstanceOf(IllegalArgumentException.class);
        String longest = String.join("/", name, name, name, "n".repeat(254), "n");
        assertThat(longest).hasSize(1024);
        assertThat(ObjectKey.checked(longest)).isEqualTo(longest);
        assertThatThrownBy(() -> ObjectKey.checked(longest + "n")).isInstanceOf(IllegalArgumentException.class);
    }
}

package io.tidemark.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KeyOffsetsTest {
    private static final int MIB = 1 << 20;

    @Test
    void aMebibyteHoldsSoManyKeys() {
        KeyOffsets keys = new KeyOffsets(Long.MAX_VALUE, MIB);
        int count = 0;
        while (keys.put(key(count), count)) {
            count++;
        }
        assertThat(count).isEqualTo(39_321);
        assertThat(keys.size()).isEqualTo(39_321);
        assertThat(keys.newest(key(count))).isEqualTo(KeyOffsets.NONE);
        assertThat(keys.put(key(5), 1_000_000))
                .as("a key that is there takes no room")
                .isTrue();
        assertThat(keys.newest(key(5))).isEqualTo(1_000_000);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 3", "10, 10", "1000, 1000"})
    void asManyKeysFitAsWereAnnounced(int announced, int fit) {
        KeyOffsets keys = new KeyOffsets(announced, MIB);
        for (int i = 0; i < fit; i++) {
            assertThat(keys.put(key(i), i)).isTrue();
        }
    }

    @Test
    void theNewestOffsetStaysWhateverTheOrder() {
        Random random = new Random(3);
        Map<Integer, Long> model = new HashMap<>();
        KeyOffsets keys = new KeyOffsets(2_000, MIB);
        for (int i = 0; i < 10_000; i++) {
            int key = random.nextInt(2_000);
            long offset = random.nextInt(1_000_000);
            model.merge(key, offset, Math::max);
            assertThat(keys.put(key(key), offset)).isTrue();
        }
        assertThat(keys.size()).isEqualTo(model.size());
        model.forEach((key, offset) -> assertThat(keys.newest(key(key))).isEqualTo(offset));
    }

    @Test
    void theEmptyKeyIsAKey() {
        KeyOffsets keys = new KeyOffsets(5, MIB);
        assertThat(keys.newest(Bytes.EMPTY)).isEqualTo(KeyOffsets.NONE);
        keys.put(Bytes.EMPTY, 0);
        assertThat(keys.newest(Bytes.EMPTY)).isZero();
    }

    @Test
    void theSmallestMapHoldsAKey() {
        KeyOffsets keys = new KeyOffsets(5, 1);
        assertThat(keys.put(key(1), 7)).isTrue();
        assertThat(keys.put(key(2), 8)).isFalse();
        assertThat(keys.newest(key(1))).isEqualTo(7);
    }

    private static Bytes key(int number) {
        return Bytes.utf8("key-" + number);
    }
}

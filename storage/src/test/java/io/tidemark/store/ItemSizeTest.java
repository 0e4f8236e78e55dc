package io.tidemark.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ItemSizeTest {
    private static final ItemKey KEY = new ItemKey("part", "s");
    private static final int KEY_BYTES = 4 + 4 + 1;

    @Test
    void theKeyCountsWithItsAttributeNames() {
        assertThat(ItemSize.bytes(KEY, Item.EMPTY)).isEqualTo(KEY_BYTES);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "7, 2",
        "10, 2",
        "12, 2",
        "123, 3",
        "1234, 3",
        "1200, 2",
        "-7, 3",
        "9223372036854775807, 11",
        "-9223372036854775808, 12"
    })
    void aNumberCountsItsSignificantDigits(long number, int bytes) {
        assertThat(size(Value.of(number))).isEqualTo(bytes);
    }

    @Test
    void textCountsInUtf8AndBytesAsTheyAre() {
        assertThat(size(Value.of(""))).isZero();
        assertThat(size(Value.of("aé€😀"))).isEqualTo(1 + 2 + 3 + 4);
        assertThat(size(Value.of(Bytes.wrap(new byte[17])))).isEqualTo(17);
    }

    @Test
    void collectionsCountThreeBytesAndOnePerElement() {
        assertThat(size(Value.Sequence.EMPTY)).isEqualTo(3);
        assertThat(size(Value.Dictionary.EMPTY)).isEqualTo(3);
        assertThat(size(new Value.Sequence(List.of(Value.of("ab"), Value.of("c")))))
                .isEqualTo(3 + 2 + 2 + 1);
        assertThat(size(new Value.Dictionary(Map.of("name", Value.of("ab"))))).isEqualTo(3 + 1 + 4 + 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "é", "€", "\uFFFD", "😀", "a😀b€cé"})
    void utf8IsMeasuredAsItIsEncoded(String text) {
        assertThat(ItemSize.utf8Bytes(text)).isEqualTo(Bytes.utf8(text).size());
    }

    @Test
    void anItemMayBe400KbLargeAndNoByteMore() {
        int room = ItemSize.MAX_ITEM_BYTES - KEY_BYTES - 1;
        assertThatCode(() -> ItemSize.check(KEY, blob(room - 1))).doesNotThrowAnyException();
        assertThatCode(() -> ItemSize.check(KEY, blob(room))).doesNotThrowAnyException();
        assertThatThrownBy(() -> ItemSize.check(KEY, blob(room + 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("409601")
                .hasMessageContaining("409600");
    }

    private static Item blob(int bytes) {
        return new Item(Map.of("b", Value.of(Bytes.wrap(new byte[bytes]))));
    }

    private static long size(Value value) {
        return ItemSize.bytes(KEY, new Item(Map.of("four", value))) - KEY_BYTES - 4;
    }
}

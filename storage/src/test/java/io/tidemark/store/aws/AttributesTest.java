package io.tidemark.store.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class AttributesTest {
    private static final ItemKey KEY = new ItemKey("p", "s");

    static List<List<Object>> values() {
        Value nested = new Value.Sequence(List.of(Value.of(1), Value.Dictionary.EMPTY));
        return List.of(
                List.of(Value.of(Long.MIN_VALUE), AttributeValue.fromN("-9223372036854775808")),
                List.of(Value.of(Long.MAX_VALUE), AttributeValue.fromN("9223372036854775807")),
                List.of(Value.of(""), AttributeValue.fromS("")),
                List.of(Value.of("é😀"), AttributeValue.fromS("é😀")),
                List.of(Value.of(Bytes.EMPTY), AttributeValue.fromB(SdkBytes.fromUtf8String(""))),
                List.of(Value.of(Bytes.utf8("ab")), AttributeValue.fromB(SdkBytes.fromUtf8String("ab"))),
                List.of(Value.Sequence.EMPTY, AttributeValue.fromL(List.of())),
                List.of(Value.Dictionary.EMPTY, AttributeValue.fromM(Map.of())),
                List.of(
                        new Value.Dictionary(Map.of("k", nested)),
                        AttributeValue.fromM(Map.of(
                                "k",
                                AttributeValue.fromL(
                                        List.of(AttributeValue.fromN("1"), AttributeValue.fromM(Map.of())))))));
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueIsOneAttributeAndBack(List<Object> pair) {
        Item item = new Item(Map.of("a", (Value) pair.get(0)));
        Map<String, AttributeValue> attributes = Attributes.of(KEY, item);
        assertThat(attributes)
                .isEqualTo(
                        Map.of("pk", AttributeValue.fromS("p"), "sk", AttributeValue.fromS("s"), "a", (AttributeValue)
                                pair.get(1)));
        assertThat(Attributes.item(attributes)).isEqualTo(item);
        assertThat(Attributes.key(attributes)).isEqualTo(KEY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pk", "sk"})
    void noAttributeHasTheNameOfAKey(String name) {
        assertThatThrownBy(() -> Attributes.of(KEY, new Item(Map.of(name, Value.of(1)))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatNoItemOfOursHasIsNotRead() {
        assertThatThrownBy(() -> Attributes.item(Map.of("a", AttributeValue.fromBool(true))))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Attributes.item(Map.of("a", AttributeValue.fromN("1.5"))))
                .isInstanceOf(NumberFormatException.class);
        assertThatThrownBy(() -> Attributes.key(Map.of("pk", AttributeValue.fromS("p"))))
                .isInstanceOf(IllegalStateException.class);
    }
}

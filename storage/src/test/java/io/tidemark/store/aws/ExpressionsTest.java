package io.tidemark.store.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import io.tidemark.store.Condition;
import io.tidemark.store.Path;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ExpressionsTest {
    private static final Path HIGH = Path.of("high");
    private static final Path TAIL = Path.of("tail");
    private static final Path PRODUCER = Path.of("px", "7");

    private final Expressions expressions = new Expressions();

    static List<List<Object>> conditions() {
        return List.of(
                List.of(Condition.absent(HIGH), "attribute_not_exists(#0)"),
                List.of(Condition.absent(PRODUCER), "attribute_not_exists(#0.#1)"),
                List.of(Condition.equal(HIGH, Value.of(5)), "#0 = :0"),
                List.of(Condition.equal(PRODUCER, Value.of("x")), "#0.#1 = :0"),
                List.of(Condition.atMost(HIGH, 9), "#0 <= :0"),
                List.of(Condition.listShorterThan(TAIL, 96), "attribute_type(#0, :0) AND size(#0) < :1"),
                List.of(Condition.listLacks(TAIL, Bytes.utf8("r")), "attribute_type(#0, :0) AND NOT contains(#0, :1)"));
    }

    @ParameterizedTest
    @MethodSource("conditions")
    void aConditionIsOneTerm(List<Object> pair) {
        assertThat(expressions.conditions(List.of((Condition) pair.get(0)))).contains((String) pair.get(1));
    }

    static List<List<Object>> actions() {
        return List.of(
                List.of(Update.builder().add(HIGH, 3), "SET #0 = #0 + :0"),
                List.of(Update.builder().append(TAIL, Bytes.utf8("r")), "SET #0 = list_append(#0, :0)"),
                List.of(Update.builder().set(PRODUCER, Value.of(3)), "SET #0.#1 = :0"),
                List.of(Update.builder().setFrom(PRODUCER, HIGH), "SET #0.#1 = #2"),
                List.of(Update.builder().setFromIfAbsent(PRODUCER, HIGH), "SET #0.#1 = if_not_exists(#0.#1, #2)"),
                List.of(Update.builder().remove(PRODUCER), "REMOVE #0.#1"),
                List.of(Update.builder().removeFirst(TAIL, 3), "REMOVE #0[0], #0[1], #0[2]"));
    }

    @ParameterizedTest
    @MethodSource("actions")
    void anActionIsOneClause(List<Object> pair) {
        assertThat(expressions.actions(((Update.Builder) pair.get(0)).build().actions()))
                .isEqualTo(pair.get(1));
    }

    @Test
    void anUpdateIsOneExpressionOfEachKindWithOnePlaceholderForEachNameAndValue() {
        Update update = Update.builder()
                .when(Condition.equal(Path.of("v"), Value.of(1)))
                .when(Condition.listShorterThan(TAIL, 96))
                .when(Condition.absent(Path.of("closed", "a")))
                .add(HIGH, 1)
                .append(TAIL, Bytes.utf8("r"))
                .removeFirst(Path.of("old"), 2)
                .setFrom(Path.of("po", "a"), HIGH)
                .remove(Path.of("px", "a"))
                .build();
        assertThat(expressions.actions(update.actions()))
                .isEqualTo("SET #0 = #0 + :0, #1 = list_append(#1, :1), #3.#4 = #0" + " REMOVE #2[0], #2[1], #5.#4");
        assertThat(expressions.conditions(update.conditions()))
                .contains("#6 = :0 AND attribute_type(#1, :2) AND size(#1) < :3 AND attribute_not_exists(#7.#4)");
        assertThat(expressions.names())
                .contains(Map.of(
                        "#0", "high", "#1", "tail", "#2", "old", "#3", "po", "#4", "a", "#5", "px", "#6", "v", "#7",
                        "closed"));
        assertThat(expressions.values())
                .contains(Map.of(
                        ":0", AttributeValue.fromN("1"),
                        ":1", AttributeValue.fromL(List.of(Attributes.of(Bytes.utf8("r")))),
                        ":2", AttributeValue.fromS("L"),
                        ":3", AttributeValue.fromN("96")));
    }

    @Test
    void aNumberAndATextOfTheSameDigitsAreTwoValues() {
        List<Condition> both = List.of(Condition.equal(HIGH, Value.of(1)), Condition.equal(TAIL, Value.of("1")));
        assertThat(expressions.conditions(both)).contains("#0 = :0 AND #1 = :1");
    }

    @Test
    void whereNothingIsAskedNothingIsSent() {
        assertThat(expressions.conditions(List.of())).isEmpty();
        assertThat(expressions.names()).isEmpty();
        assertThat(expressions.values()).isEmpty();
    }
}

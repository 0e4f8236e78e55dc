package io.tidemark.functions.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest {
    private static final List<String> KNOWN = List.of("n", "when");

    @Test
    void valuesAreDecodedAndAPlusStaysAPlus() {
        Query query = Query.parse("when=2026-01-01T00:00:00+02:00&n=%31", KNOWN);
        assertThat(query.text("when")).contains("2026-01-01T00:00:00+02:00");
        assertThat(query.number("n", 0, 5)).contains(1L);
    }

    @Test
    void aMissingParameterIsAbsentOrNamed() {
        Query query = Query.parse("", KNOWN);
        assertThat(query.text("n")).isEmpty();
        assertThatThrownBy(() -> query.required("n")).hasMessage("The query parameter n is missing.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n=1&n=1  | more than once",
                "x=1      | \"x\" is unknown here: known are n, when.",
                "%6&n=1   | badly encoded",
                "n=%FF    | badly encoded",
                "=        | \"\" is unknown here"
            })
    void aBadQueryIsRefused(String raw, String message) {
        assertThatThrownBy(() -> Query.parse(raw, KNOWN))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "6", "", "1.0", "1e0", "+1", " 1", "0x1", "٣", "9223372036854775808"})
    void aNumberOutsideItsRangeIsRefused(String text) {
        Query query = Query.parse("n=" + text, KNOWN);
        assertThatThrownBy(() -> query.number("n", 0, 5)).hasMessageContaining("give a whole number from 0 to 5");
    }

    @ParameterizedTest
    @CsvSource({"0,0", "5,5", "05,5"})
    void aNumberWithinItsRangeIsTaken(String text, long number) {
        assertThat(Query.parse("n=" + text, KNOWN).number("n", 0, 5)).contains(number);
    }

    @Test
    void anUnknownChoiceListsTheKnownOnes() {
        Query query = Query.parse("n=c", KNOWN);
        assertThatThrownBy(() -> query.choice("n", Map.of("b", 2, "a", 1))).hasMessageContaining("give one of a, b.");
    }

    @Test
    void aLongTextIsQuotedInPart() {
        assertThatThrownBy(() -> Query.parse("x".repeat(5_000), KNOWN))
                .hasMessageContaining("x".repeat(80) + "…")
                .message()
                .hasSizeLessThan(200);
    }
}

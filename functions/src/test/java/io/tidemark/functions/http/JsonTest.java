package io.tidemark.functions.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1.10}",
                "12345678901234567890123456789",
                "0.1234567890123456789012345678901234567890",
                "1E+1000000000",
                "\"ä😀\"",
            })
    void numbersAndTextKeepEveryDigit(String text) {
        assertThat(Json.text(Json.read(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1,\"a\":2}", "{\"a\":1", "{a:1}", "'x'", "NaN", "01", "[1,]", "\"\n\"", "1 x"})
    void whatIsNotJsonIsRefused(String text) {
        assertThatThrownBy(() -> Json.read(text)).isInstanceOf(ProblemException.class);
        assertThat(Json.isJson(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", " [1, 2] ", "null", "\"x\""})
    void oneValueIsJson(String text) {
        assertThat(Json.isJson(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{} {}", "{}{"})
    void anythingButOneValueIsNoJson(String text) {
        assertThat(Json.isJson(text)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"99,true", "100,true", "101,false"})
    void nestingIsBounded(int depth, boolean taken) {
        String text = "[".repeat(depth) + "]".repeat(depth);
        assertThat(Json.isJson(text)).isEqualTo(taken);
        if (!taken) {
            assertThatThrownBy(() -> Json.read(text))
                    .hasMessageContaining("nesting depth (101)")
                    .hasMessageEndingWith("(100)")
                    .hasMessageNotContaining("StreamReadConstraints");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NaN",
                "{\"a\":Infinity}",
                "{\"a\":-Infinity}",
                "// x\n{}",
                "/* x */ {}",
                "[01]",
                "{a:1}",
                "['x']"
            })
    void anErrorDoesNotNameTheParsersSettings(String text) {
        assertThatThrownBy(() -> Json.read(text))
                .hasMessageStartingWith("The body is not valid JSON: ")
                .hasMessageNotContainingAny("ALLOW_", "Feature", "`");
    }

    @ParameterizedTest
    @CsvSource({"999,true", "1000,true", "1001,false"})
    void digitsAreBounded(int digits, boolean taken) {
        assertThat(Json.isJson("1".repeat(digits))).isEqualTo(taken);
    }

    @ParameterizedTest
    @CsvSource({"2,true", "3,true", "4,false"})
    void valuesAreCounted(int count, boolean taken) {
        String text = "{}".repeat(count);
        if (taken) {
            assertThat(Json.readSeveral(text, 3)).hasSize(count).allMatch(JsonNode::isObject);
        } else {
            assertThatThrownBy(() -> Json.readSeveral(text, 3)).hasMessageContaining("more than 3 JSON values");
        }
    }

    @Test
    void anErrorTellsItsPlace() {
        assertThatThrownBy(() -> Json.read("{\"a\":1,\n \"a\":2}"))
                .hasMessage("The body is not valid JSON: Duplicate field 'a' (line 2, column 5)");
    }

    @Test
    void theCarriedSizeIsTheEscapedOne() {
        String text = "{\"a\":\"\\\\ä\"}\n";
        byte[] escaped = Json.bytes(Json.object().put("body", text));
        long frame = "{\"body\":\"\"}".length();
        long counted = Carried.sizeOf(text.getBytes(StandardCharsets.UTF_8));
        assertThat(counted).isBetween(escaped.length - frame, escaped.length - frame + 4);
    }
}

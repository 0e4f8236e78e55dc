package io.tidemark.functions.route;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PercentTest {
    @ParameterizedTest
    @CsvSource({"plain,plain", "a%20b,a b", "%C3%A4,ä", "%c3%a4x,äx", "ä%2F,ä/", "a+b,a+b", "%25,%"})
    void textIsDecoded(String encoded, String decoded) {
        assertThat(Percent.decode(encoded)).contains(decoded);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "a%2", "%zz", "%2z", "%-1", "%C3", "%C0%80", "%ED%A0%80", "%٣٣"})
    void badEncodingIsAbsent(String encoded) {
        assertThat(Percent.decode(encoded)).isEmpty();
    }

    @Test
    void halfASurrogatePairHasNoBytes() {
        assertThat(Utf8.encode("a\ud800")).isEmpty();
        assertThat(Utf8.encode("\ud83d\ude00")).map(bytes -> bytes.length).contains(4);
    }

    @Test
    void bytesThatAreNotUtf8HaveNoText() {
        assertThat(Utf8.decode(new byte[] {(byte) 0xff})).isEmpty();
        assertThat(Utf8.decode(new byte[] {'o', 'k'})).contains("ok");
    }
}

package io.tidemark.functions.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "9223372036854775807, 9223372036854775807",
        "1970-01-01T00:00:00Z, 0",
        "1970-01-01T00:00:00.001999Z, 1",
        "1970-01-01t00:00:01z, 1000",
        "1970-01-01 00:00:01.5Z, 1500",
        "1970-01-01T02:00:00+02:00, 0",
        "1969-12-31T19:00:00-05:00, 0",
        "2026-02-28T23:59:59.123456789012345Z, 1772323199123",
        "9999-12-31T23:59:59Z, 253402300799000",
    })
    void timesAreRead(String text, long millis) {
        assertThat(Timestamps.parse(text)).contains(millis);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-1",
                "9223372036854775808",
                "1.5",
                "1969-12-31T23:59:59.999Z",
                "2026-02-29T00:00:00Z",
                "2026-01-01T24:00:01Z",
                "2026-01-01T00:00:60Z",
                "2026-01-01T00:00:00",
                "2026-01-01T00:00:00+0200",
                "2026-01-01T00:00:00+19:00",
                "2026-01-01T00:00Z",
                "+12026-01-01T00:00:00Z",
                "2026-01-01",
                "٢",
            })
    void whatIsNoTimeIsAbsent(String text) {
        assertThat(Timestamps.parse(text)).isEmpty();
    }
}

package io.tidemark.functions.http;

import static io.tidemark.functions.route.MediaType.JSON;
import static io.tidemark.functions.route.MediaType.OCTETS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.functions.route.MediaType;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptTest {
    private static final List<MediaType> BOTH = List.of(JSON, OCTETS);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/*                                                  | JSON",
                "application/*                                        | JSON",
                "application/octet-stream                             | OCTETS",
                "Application/Octet-Stream                             | OCTETS",
                "application/json;q=0.5, application/octet-stream     | OCTETS",
                "application/json;q=0, */*;q=0.1                      | OCTETS",
                "text/html, application/octet-stream;q=0.3, */*;q=0.2 | OCTETS",
                "application/json; charset=utf-8                      | JSON",
            })
    void theMostWantedTypeIsChosen(String header, MediaType chosen) {
        assertThat(Accept.choose(header, BOTH)).contains(chosen);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "", "application/json;q=0", "application/json;q=x", "*", ";", ",,"})
    void nothingThatIsWantedIsAbsent(String header) {
        assertThat(Accept.choose(header, BOTH)).isEmpty();
    }
}

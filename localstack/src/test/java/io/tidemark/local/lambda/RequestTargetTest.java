package io.tidemark.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestTargetTest {
    @Test
    void pathsStayAsTheyWereSent() {
        for (String path : new String[] {"/", "/a%2Fb", "/a/../b", "//a//b/", "/%C3%A9", "/a+b", "/a:b"}) {
            assertThat(RequestTarget.of(path)).isEqualTo(new RequestTarget(path, ""));
        }
    }

    @Test
    void rawBytesOfThePathAreEncoded() {
        assertThat(RequestTarget.of("/\u00C3\u00A9").rawPath()).isEqualTo("/%C3%A9");
    }

    @Test
    void schemeAndAuthorityAreNotThePath() {
        assertThat(RequestTarget.of("http://host:1/a?b=c")).isEqualTo(new RequestTarget("/a", "b=c"));
        assertThat(RequestTarget.of("http://host")).isEqualTo(new RequestTarget("/", ""));
        assertThat(RequestTarget.of("*")).isEqualTo(new RequestTarget("/", ""));
    }

    @Test
    void queryBeginsAtTheFirstQuestionMark() {
        assertThat(RequestTarget.of("/a?b=c?d#e")).isEqualTo(new RequestTarget("/a", "b=c?d"));
    }

    @Test
    void queryParametersAreDecodedAndRepeatedOnesJoined() {
        assertThat(RequestTarget.of("/?b=1&a=%2B%20+x&b=2&&c&d=").queryParameters())
                .isEqualTo(Map.of("a", "+  x", "b", "1,2", "c", "", "d", ""));
    }

    @Test
    void noQueryHasNoParameters() {
        assertThat(RequestTarget.of("/a?").queryParameters()).isEmpty();
        assertThat(RequestTarget.of("/a").queryParameters()).isEmpty();
    }
}

package io.tidemark.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.record.Bytes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GatewayRepliesTest {
    @Test
    void statusHeadersCookiesAndBinaryBodyArePassedOn() {
        HttpReply reply = GatewayReplies.reply(APIGatewayV2HTTPResponse.builder()
                .withStatusCode(207)
                .withHeaders(Map.of("content-type", "application/octet-stream", "x-one", "1"))
                .withMultiValueHeaders(Map.of("x-two", List.of("2", "3")))
                .withCookies(List.of("a=1", "b=2"))
                .withBody("AAEC/w==")
                .withIsBase64Encoded(true)
                .build());

        assertThat(reply.status()).isEqualTo(207);
        assertThat(reply.headers())
                .isEqualTo(Map.of(
                        "content-type", List.of("application/octet-stream"),
                        "x-one", List.of("1"),
                        "x-two", List.of("2", "3"),
                        "Set-Cookie", List.of("a=1", "b=2")));
        assertThat(reply.body()).isEqualTo(Bytes.wrap(new byte[] {0, 1, 2, (byte) 0xFF}));
    }

    @Test
    void textIsUtf8AndPlainUnlessItSaysMore() {
        HttpReply reply = GatewayReplies.reply(Samples.response(200, "é"));

        assertThat(reply.body()).isEqualTo(Bytes.utf8("é"));
        assertThat(reply.headers()).containsEntry("Content-Type", List.of("text/plain;charset=UTF-8"));
    }

    @Test
    void noBodyHasNoType() {
        assertThat(GatewayReplies.reply(Samples.response(204, ""))).isEqualTo(HttpReply.empty(204));
        assertThat(GatewayReplies.reply(
                        APIGatewayV2HTTPResponse.builder().withStatusCode(204).build()))
                .isEqualTo(HttpReply.empty(204));
    }

    @Test
    void aResponseWithoutStatusIsNone() {
        for (int status : new int[] {0, 199, 600}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> GatewayReplies.reply(Samples.response(status, "")))
                    .withMessage("status " + status);
        }
    }

    @Test
    void aBodyThatIsNoBase64IsNoResponse() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GatewayReplies.reply(APIGatewayV2HTTPResponse.builder()
                        .withStatusCode(200)
                        .withBody("{}")
                        .withIsBase64Encoded(true)
                        .build()));
    }
}

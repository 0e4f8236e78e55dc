package io.tidemark.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.functions.http.Limits;
import io.tidemark.record.Bytes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LambdaPayloadTest {
    @Test
    void textIsAdmittedUpToTheLimitWithItsEscapes() {
        assertThat(admits("application/json", "x".repeat(Limits.MAX_CARRIED_BYTES)))
                .isTrue();
        assertThat(admits("application/json", "x".repeat(Limits.MAX_CARRIED_BYTES + 1)))
                .isFalse();
        assertThat(admits("application/json", "\"".repeat(Limits.MAX_CARRIED_BYTES / 2)))
                .isTrue();
        assertThat(admits("application/json", "\"".repeat(Limits.MAX_CARRIED_BYTES / 2 + 1)))
                .isFalse();
    }

    @Test
    void binaryIsAdmittedUpToTheLimitInBase64() {
        assertThat(admits("application/octet-stream", "x".repeat(4_499_999))).isTrue();
        assertThat(admits("application/octet-stream", "x".repeat(4_500_000))).isTrue();
        assertThat(admits("application/octet-stream", "x".repeat(4_500_001))).isFalse();
    }

    private static boolean admits(String contentType, String body) {
        return LambdaPayload.admits(
                Samples.request("POST", "/", Map.of("content-type", List.of(contentType)), Bytes.utf8(body)));
    }
}

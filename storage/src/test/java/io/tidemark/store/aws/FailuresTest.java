package io.tidemark.store.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.StoreUnavailableException.Kind;
import io.tidemark.store.aws.Calls.Subject;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;

class FailuresTest {
    private static final Subject WRITE = new Subject("dynamodb:UpdateItem", "table t", true);
    private static final Subject READ = new Subject("s3:GetObject", "bucket b", false);

    @ParameterizedTest
    @CsvSource({
        "400, ProvisionedThroughputExceededException, THROTTLED, NONE",
        "400, ThrottlingException,                    THROTTLED, NONE",
        "400, RequestLimitExceeded,                   THROTTLED, NONE",
        "503, SlowDown,                               THROTTLED, NONE",
        "429, '',                                     THROTTLED, NONE",
        "400, AccessDeniedException,                  DENIED,    NONE",
        "403, AccessDenied,                           DENIED,    NONE",
        "400, UnrecognizedClientException,            DENIED,    NONE",
        "400, ExpiredTokenException,                  DENIED,    NONE",
        "403, '',                                     DENIED,    NONE",
        "400, ResourceNotFoundException,              MISSING,   NONE",
        "404, NoSuchBucket,                           MISSING,   NONE",
        "301, PermanentRedirect,                      MISSING,   NONE",
        "301, '',                                     MISSING,   NONE",
        "400, AuthorizationHeaderMalformed,           MISSING,   NONE",
        "400, RequestTimeout,                         OUTAGE,    NONE",
        "500, InternalServerError,                    OUTAGE,    UNKNOWN",
        "503, ServiceUnavailable,                     OUTAGE,    UNKNOWN",
        "200, InternalError,                          OUTAGE,    UNKNOWN",
    })
    void anAnswerTellsWhyAndWhetherAWriteHadAnEffect(int status, String code, Kind kind, Effect effect) {
        StoreUnavailableException write = translated(answer(status, code), WRITE, 1);
        assertThat(write.kind()).isEqualTo(kind);
        assertThat(write.effect()).isEqualTo(effect);
        assertThat(write).hasMessageContaining("dynamodb:UpdateItem").hasMessageContaining("table t");

        StoreUnavailableException read = translated(answer(status, code), READ, 3);
        assertThat(read.kind()).isEqualTo(kind);
        assertThat(read.effect()).isEqualTo(Effect.NONE);
        assertThat(read).hasMessageContaining("s3:GetObject").hasMessageContaining("bucket b");
    }

    @Test
    void aRefusedWriteThatWasSentBeforeMayHaveHadItsEffectThen() {
        assertThat(translated(answer(400, "ThrottlingException"), WRITE, 2).effect())
                .isEqualTo(Effect.UNKNOWN);
        assertThat(translated(client("away", new ConnectException()), WRITE, 2).effect())
                .isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void aRequestThatIsAMistakeIsNoOutage() {
        assertThat(Failures.translate(answer(400, "ValidationException"), WRITE, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no such path");
    }

    @Test
    void aTableWithOtherKeysIsNotOurs() {
        SdkException schema = answer(400, "ValidationException", "The provided key element does not match the schema");
        assertThat(translated(schema, WRITE, 1).kind()).isEqualTo(Kind.MISSING);
    }

    @Test
    void aRequestThatCannotHaveArrivedHadNoEffect() {
        assertThat(translated(client("refused", new ConnectException("Connection refused")), WRITE, 1)
                        .effect())
                .isEqualTo(Effect.NONE);
        assertThat(translated(client("no host", new IOException(new UnknownHostException("x"))), WRITE, 1)
                        .effect())
                .isEqualTo(Effect.NONE);
        assertThat(translated(client("timeout", new SocketTimeoutException("Connect timed out")), WRITE, 1)
                        .effect())
                .isEqualTo(Effect.NONE);
        assertThat(translated(client("not even sent", new IOException()), WRITE, 0)
                        .effect())
                .isEqualTo(Effect.NONE);
    }

    @Test
    void aWriteWithoutAReplyMayHaveHadItsEffect() {
        assertThat(translated(client("timeout", new SocketTimeoutException("Read timed out")), WRITE, 1)
                        .effect())
                .isEqualTo(Effect.UNKNOWN);
        assertThat(translated(client("reset", new SocketException("Connection reset")), WRITE, 1)
                        .effect())
                .isEqualTo(Effect.UNKNOWN);
        assertThat(translated(ApiCallAttemptTimeoutException.create(5), WRITE, 1)
                        .effect())
                .isEqualTo(Effect.UNKNOWN);
        assertThat(translated(client("reset", new SocketException("Connection reset")), READ, 1)
                        .effect())
                .isEqualTo(Effect.NONE);
    }

    @Test
    void withoutCredentialsNothingIsSent() {
        SdkException none = SdkClientException.create("Unable to load credentials from any of the providers");
        StoreUnavailableException denied = translated(none, WRITE, 0);
        assertThat(denied.kind()).isEqualTo(Kind.DENIED);
        assertThat(denied.effect()).isEqualTo(Effect.NONE);
    }

    private static StoreUnavailableException translated(SdkException failure, Subject subject, int transmissions) {
        RuntimeException translated = Failures.translate(failure, subject, transmissions);
        assertThat(translated).isInstanceOf(StoreUnavailableException.class).hasCause(failure);
        return (StoreUnavailableException) translated;
    }

    private static SdkException answer(int status, String code) {
        return answer(status, code, "no such path");
    }

    private static SdkException answer(int status, String code, String message) {
        return AwsServiceException.builder()
                .statusCode(status)
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(code)
                        .errorMessage(message)
                        .build())
                .build();
    }

    private static SdkException client(String message, Throwable cause) {
        return SdkClientException.create(message, cause);
    }
}

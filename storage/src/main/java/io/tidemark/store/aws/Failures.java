package io.tidemark.store.aws;

import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.StoreUnavailableException.Kind;
import io.tidemark.store.aws.Calls.Subject;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLHandshakeException;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Translates what the SDK throws, once. A write's effect is unknown unless the reply says that there was none, or the
 * request cannot have arrived.
 */
final class Failures {
    private static final Set<String> DENIED = Set.of(
            "AccessDenied",
            "AccessDeniedException",
            "ExpiredToken",
            "ExpiredTokenException",
            "IncompleteSignature",
            "InvalidAccessKeyId",
            "InvalidClientTokenId",
            "InvalidSignatureException",
            "InvalidToken",
            "MissingAuthenticationToken",
            "MissingAuthenticationTokenException",
            "SignatureDoesNotMatch",
            "UnrecognizedClientException");

    private static final Set<String> MISSING =
            Set.of("NoSuchBucket", "ResourceNotFoundException", "TableNotFoundException");

    private static final Set<String> ELSEWHERE = Set.of(
            "AuthorizationHeaderMalformed",
            "IllegalLocationConstraintException",
            "PermanentRedirect",
            "TemporaryRedirect");

    private static final Set<String> THROTTLED = Set.of("SlowDown", "RequestLimitExceeded", "Throttling");

    /** What DynamoDB says, among its complaints about a request, where the table has other keys than pk and sk. */
    private static final String OTHER_KEYS = "does not match the schema";

    private Failures() {}

    /**
     * What is to be thrown instead.
     *
     * @param transmissions how often the request went out; where more than once, a reply before the last got lost
     * @return an {@link IllegalArgumentException} where the request itself is the mistake
     */
    static RuntimeException translate(SdkException failure, Subject subject, int transmissions) {
        return failure instanceof AwsServiceException answered
                ? answered(answered, subject, transmissions)
                : unanswered(failure, subject, transmissions);
    }

    /** What S3 answered for one of several keys. */
    static StoreUnavailableException ofOneKey(String code, String message, Subject subject) {
        Kind kind = kind(code, 0);
        return new StoreUnavailableException(Effect.UNKNOWN, kind, describe(kind, subject, code + ": " + message));
    }

    private static RuntimeException answered(AwsServiceException failure, Subject subject, int transmissions) {
        String code = code(failure);
        String answer = failure.statusCode() + " " + code + ": " + detail(failure);
        if (code.equals("ValidationException") && !answer.contains(OTHER_KEYS)) {
            return new IllegalArgumentException(subject + " was refused as a mistake, " + answer, failure);
        }
        Kind kind = failure.isThrottlingException() ? Kind.THROTTLED : kind(code, failure.statusCode());
        boolean refused = kind != Kind.OUTAGE || failure.statusCode() / 100 == 4;
        Effect effect = subject.writes() && !(refused && transmissions <= 1) ? Effect.UNKNOWN : Effect.NONE;
        return new StoreUnavailableException(effect, kind, describe(kind, subject, answer), failure);
    }

    private static StoreUnavailableException unanswered(SdkException failure, Subject subject, int transmissions) {
        boolean mayHaveArrived = transmissions > 1 || (transmissions == 1 && !neverConnected(failure));
        Effect effect = subject.writes() && mayHaveArrived ? Effect.UNKNOWN : Effect.NONE;
        String reason = String.valueOf(failure.getMessage());
        Kind kind = transmissions == 0 && reason.contains("credentials") ? Kind.DENIED : Kind.OUTAGE;
        return new StoreUnavailableException(effect, kind, describe(kind, subject, reason), failure);
    }

    private static Kind kind(String code, int status) {
        if (THROTTLED.contains(code)) {
            return Kind.THROTTLED;
        }
        if (MISSING.contains(code)
                || ELSEWHERE.contains(code)
                || status / 100 == 3
                || code.equals("ValidationException")) {
            return Kind.MISSING;
        }
        return DENIED.contains(code) || status == 401 || status == 403 ? Kind.DENIED : Kind.OUTAGE;
    }

    private static String describe(Kind kind, Subject subject, String answer) {
        return switch (kind) {
            case OUTAGE -> subject + " failed, " + answer;
            case THROTTLED -> subject + " was throttled, " + answer;
            case DENIED ->
                subject.permission() + " is denied on " + subject.resource() + ": the role or its credentials lack it, "
                        + answer;
            case MISSING ->
                "there is no " + subject.resource() + " of ours in this region, " + subject.permission() + " got "
                        + answer;
        };
    }

    private static String code(AwsServiceException failure) {
        return Optional.ofNullable(failure.awsErrorDetails())
                .map(AwsErrorDetails::errorCode)
                .orElse("");
    }

    private static String detail(AwsServiceException failure) {
        return Optional.ofNullable(failure.awsErrorDetails())
                .map(AwsErrorDetails::errorMessage)
                .orElse("no message");
    }

    private static boolean neverConnected(Throwable failure) {
        for (Optional<Throwable> cause = Optional.of(failure);
                cause.isPresent();
                cause = Optional.ofNullable(cause.get().getCause())) {
            Throwable found = cause.get();
            if (found instanceof ConnectException
                    || found instanceof UnknownHostException
                    || found instanceof NoRouteToHostException
                    || found instanceof SSLHandshakeException
                    || (found instanceof SocketTimeoutException
                            && String.valueOf(found.getMessage()).startsWith("Connect"))) {
                return true;
            }
        }
        return false;
    }
}

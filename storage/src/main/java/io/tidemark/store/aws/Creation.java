package io.tidemark.store.aws;

import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.aws.Calls.Sent;
import io.tidemark.store.aws.Calls.Subject;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Creates one object under {@code If-None-Match: *}, which refuses whatever comes second: also our own request, sent
 * again after its reply got lost. So each creation marks its object, and looks for its own mark before it believes that
 * another came first. Used by one thread.
 */
final class Creation {
    static final String ANY = "*";

    /** The name of the mark among the object's metadata. */
    private static final String MARK = "creation";

    private static final int MAX_CONFLICTS = 5;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int PRECONDITION_FAILED = 412;

    private final S3Client s3;
    private final Calls calls;
    private final String bucket;
    private final String key;
    private final String mark;
    private int transmissions;

    Creation(S3Client s3, Calls calls, String bucket, String key, String mark) {
        this.s3 = s3;
        this.calls = calls;
        this.bucket = bucket;
        this.key = key;
        this.mark = mark;
    }

    /** What the object is to be stored with. */
    Map<String, String> metadata() {
        return Map.of(MARK, mark);
    }

    /**
     * Creates the object.
     *
     * @param request sends the one request that makes the object visible, if there is none
     * @param repeatable whether a request that met another at work may be sent again, which S3 asks for
     * @return whether it is this creation's object that is there
     */
    boolean created(Consumer<Sent> request, boolean repeatable) {
        for (int conflicts = 0; conflicts < (repeatable ? MAX_CONFLICTS : 1); conflicts++) {
            Answer answer = send(request);
            if (answer == Answer.CREATED) {
                return true;
            }
            if (answer == Answer.EXISTS) {
                // sent once only, it cannot be the own one
                return transmissions > 1 && isOwn();
            }
        }
        throw new StoreUnavailableException(
                transmissions > 1 ? Effect.UNKNOWN : Effect.NONE, "others are writing the object " + key);
    }

    private enum Answer {
        CREATED,
        EXISTS,
        CONFLICT
    }

    private Answer send(Consumer<Sent> request) {
        return calls.call(new Subject("s3:PutObject", "bucket " + bucket, true), sent -> {
            try {
                request.accept(sent);
                return Answer.CREATED;
            } catch (S3Exception e) {
                if (e.statusCode() == PRECONDITION_FAILED || goneAfterLostReply(e, sent)) {
                    return Answer.EXISTS;
                }
                if (e.statusCode() == CONFLICT) {
                    return Answer.CONFLICT;
                }
                throw e;
            } finally {
                transmissions += sent.transmissions();
            }
        });
    }

    /** An upload that was completed is gone when it is to be completed once more. */
    private static boolean goneAfterLostReply(S3Exception failure, Sent sent) {
        return failure.statusCode() == NOT_FOUND
                && sent.transmissions() > 1
                && failure.awsErrorDetails() != null
                && "NoSuchUpload".equals(failure.awsErrorDetails().errorCode());
    }

    private boolean isOwn() {
        Optional<String> found = calls.call(new Subject("s3:GetObject", "bucket " + bucket, false), sent -> {
            try {
                return Optional.ofNullable(s3.headObject(HeadObjectRequest.builder()
                                .bucket(bucket)
                                .key(key)
                                .overrideConfiguration(sent.counted())
                                .build())
                        .metadata()
                        .get(MARK));
            } catch (S3Exception e) {
                if (e.statusCode() == NOT_FOUND) {
                    return Optional.empty();
                }
                throw e;
            }
        });
        return found.filter(mark::equals).isPresent();
    }
}

package io.tidemark.store.aws;

import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.StoreUnavailableException.Kind;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Makes calls: so many at once, each with its count of transmissions, and its failure translated. Thread-safe. */
final class Calls {
    private static final ExecutionAttribute<Sent> SENT = new ExecutionAttribute<>("tidemark.sent");

    private final Semaphore turns;
    private final Duration patience;

    Calls(int atOnce, Duration patience) {
        this.turns = new Semaphore(atOnce, true);
        this.patience = patience;
    }

    /**
     * What a call is, for whoever reads about its failure.
     *
     * @param permission that it needs, as in {@code dynamodb:UpdateItem}
     * @param resource that it is about, as in {@code table tidemark}
     * @param writes whether it may have an effect
     */
    record Subject(String permission, String resource, boolean writes) {
        @Override
        public String toString() {
            return permission + " on " + resource;
        }
    }

    /** How often a request went out; belongs to one call. */
    static final class Sent {
        private int transmissions;

        /** To be set on the request, so that its transmissions are counted. */
        AwsRequestOverrideConfiguration counted() {
            return AwsRequestOverrideConfiguration.builder()
                    .putExecutionAttribute(SENT, this)
                    .build();
        }

        int transmissions() {
            return transmissions;
        }
    }

    /** @throws StoreUnavailableException where the call fails in a way that {@code send} does not catch */
    <R> R call(Subject subject, Function<Sent, R> send) {
        Sent sent = new Sent();
        takeTurn(subject);
        try {
            return send.apply(sent);
        } catch (SdkException e) {
            throw Failures.translate(e, subject, sent.transmissions());
        } finally {
            turns.release();
        }
    }

    private void takeTurn(Subject subject) {
        boolean taken;
        try {
            taken = turns.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException(Effect.NONE, subject + " was interrupted before it was sent", e);
        }
        if (!taken) {
            throw new StoreUnavailableException(
                    Effect.NONE, Kind.THROTTLED, subject + " got no turn: too many calls are under way");
        }
    }

    /** Counts each time a request goes out. */
    static final class CountTransmissions implements ExecutionInterceptor {
        @Override
        public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
            attributes.getOptionalAttribute(SENT).ifPresent(sent -> sent.transmissions++);
        }
    }
}

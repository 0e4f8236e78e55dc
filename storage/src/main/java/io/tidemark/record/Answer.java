package io.tidemark.record;

import java.util.function.Function;

/**
 * What an operation answers for one partition: a value, or a refusal that leaves the other partitions alone.
 *
 * @param <T> the value
 */
public sealed interface Answer<T> {

    record Given<T>(T value) implements Answer<T> {}

    record Refused<T>(Refusal refusal) implements Answer<T> {}

    static <T> Answer<T> of(T value) {
        return new Given<>(value);
    }

    static <T> Answer<T> refused(KafkaError error, String message) {
        return new Refused<>(new Refusal(error, message));
    }

    static <T> Answer<T> refused(Refusal refusal) {
        return new Refused<>(refusal);
    }

    /** This answer's value put through {@code next}; a refusal stays as it is. */
    default <R> Answer<R> then(Function<T, Answer<R>> next) {
        if (this instanceof Given<T> given) {
            return next.apply(given.value());
        }
        return new Refused<>(((Refused<T>) this).refusal());
    }

    default <R> Answer<R> map(Function<T, R> next) {
        return then(value -> Answer.of(next.apply(value)));
    }
}

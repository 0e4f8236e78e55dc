package io.tidemark.functions.json;

import io.tidemark.functions.http.KafkaErrors;
import io.tidemark.functions.http.ProblemException;
import io.tidemark.functions.http.Request;
import io.tidemark.record.KafkaError;
import io.tidemark.record.ProducerStamp;
import io.tidemark.record.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * Who produces: of an idempotent request the producer id, epoch and base sequence, of a transactional one its id too.
 * Each is a field of the body's first object or a header, not both.
 */
public record ProducerFields(Optional<ProducerStamp> producer, Optional<String> transactionalId) {
    static final List<String> FIELDS = List.of("producer_id", "producer_epoch", "base_sequence", "transactional_id");

    private static final String TRANSACTIONAL_ID = "transactional_id";
    private static final String TRANSACTIONAL_ID_HEADER = "Tidemark-Transactional-Id";

    /** How Kafka writes that a batch has no producer. */
    private static final long NONE = -1;

    static ProducerFields read(Request request, Fields body) {
        Optional<Long> id = number(request, body, "producer_id", "Tidemark-Producer-Id", Long.MIN_VALUE);
        Optional<Long> epoch = number(request, body, "producer_epoch", "Tidemark-Producer-Epoch", Short.MIN_VALUE);
        Optional<Long> sequence = number(request, body, "base_sequence", "Tidemark-Base-Sequence", Integer.MIN_VALUE);
        Optional<String> transactionalId = either(
                body.text(TRANSACTIONAL_ID),
                request.header(TRANSACTIONAL_ID_HEADER),
                "field transactional_id",
                "header " + TRANSACTIONAL_ID_HEADER);
        Optional<ProducerStamp> producer = stamp(id, epoch, sequence);
        if (producer.isEmpty() && transactionalId.isPresent()) {
            throw ProblemException.badRequest(
                    "A transactional request also needs producer_id, producer_epoch and base_sequence.");
        }
        return new ProducerFields(producer, transactionalId);
    }

    /** @throws ProblemException INVALID_RECORD, as a broker answers, where a producer's numbers are negative */
    private static Optional<ProducerStamp> stamp(Optional<Long> id, Optional<Long> epoch, Optional<Long> sequence) {
        if (id.isEmpty() && epoch.isEmpty() && sequence.isEmpty()) {
            return Optional.empty();
        }
        if (id.isEmpty() || epoch.isEmpty() || sequence.isEmpty()) {
            throw ProblemException.badRequest(
                    "producer_id, producer_epoch and base_sequence belong together: give all three or none.");
        }
        if (id.get() == NONE) {
            return Optional.empty();
        }
        if (id.get() < 0 || epoch.get() < 0 || sequence.get() < 0) {
            throw new ProblemException(KafkaErrors.problem(new Refusal(
                    KafkaError.INVALID_RECORD,
                    "Producer " + id.get() + " sent epoch " + epoch.get() + " and base sequence " + sequence.get()
                            + "; all start at 0.")));
        }
        return Optional.of(new ProducerStamp(
                id.get(), epoch.get().shortValue(), sequence.get().intValue()));
    }

    /**
     * The transaction's owner of a raw batch: in the header, or, since not every id gets through in one, in the query.
     */
    public static Optional<String> transactionalId(Request request) {
        return either(
                request.query().text(TRANSACTIONAL_ID),
                request.header(TRANSACTIONAL_ID_HEADER),
                "query parameter transactional_id",
                "header " + TRANSACTIONAL_ID_HEADER);
    }

    /** Any of the type's numbers: which make sense is Kafka's to say. */
    private static Optional<Long> number(Request request, Fields body, String field, String header, long min) {
        long max = ~min;
        return either(
                body.number(field, min, max),
                request.numberHeader(header, min, max),
                "field " + field,
                "header " + header);
    }

    private static <T> Optional<T> either(Optional<T> first, Optional<T> second, String firstName, String secondName) {
        if (first.isPresent() && second.isPresent()) {
            throw ProblemException.badRequest("Give the " + firstName + " or the " + secondName + ", not both.");
        }
        return first.or(() -> second);
    }
}

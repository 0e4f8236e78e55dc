package io.tidemark.functions.json;

import io.tidemark.functions.http.ProblemException;
import io.tidemark.functions.http.Request;
import io.tidemark.record.ProducerStamp;
import java.util.List;
import java.util.Optional;

/**
 * Who produces: of an idempotent request the producer id, epoch and base sequence, of a transactional one its id too.
 * Each is a field of the body's first object or a header, not both.
 */
public record ProducerFields(Optional<ProducerStamp> producer, Optional<String> transactionalId) {
    static final List<String> FIELDS = List.of("producer_id", "producer_epoch", "base_sequence", "transactional_id");

    private static final String TRANSACTIONAL_ID_HEADER = "Tidemark-Transactional-Id";

    static ProducerFields read(Request request, Fields body) {
        Optional<Long> id = number(request, body, "producer_id", "Tidemark-Producer-Id", Long.MAX_VALUE);
        Optional<Long> epoch = number(request, body, "producer_epoch", "Tidemark-Producer-Epoch", Short.MAX_VALUE);
        Optional<Long> sequence = number(request, body, "base_sequence", "Tidemark-Base-Sequence", Integer.MAX_VALUE);
        Optional<String> transactionalId = either(
                body.text("transactional_id"), transactionalId(request), "transactional_id", TRANSACTIONAL_ID_HEADER);
        if (id.isEmpty() && epoch.isEmpty() && sequence.isEmpty()) {
            if (transactionalId.isPresent()) {
                throw ProblemException.badRequest(
                        "A transactional request also needs producer_id, producer_epoch and base_sequence.");
            }
            return new ProducerFields(Optional.empty(), transactionalId);
        }
        if (id.isEmpty() || epoch.isEmpty() || sequence.isEmpty()) {
            throw ProblemException.badRequest(
                    "producer_id, producer_epoch and base_sequence belong together: give all three or none.");
        }
        return new ProducerFields(
                Optional.of(new ProducerStamp(
                        id.get(), epoch.get().shortValue(), sequence.get().intValue())),
                transactionalId);
    }

    /** The header that names the transaction's owner. */
    public static Optional<String> transactionalId(Request request) {
        return request.header(TRANSACTIONAL_ID_HEADER);
    }

    private static Optional<Long> number(Request request, Fields body, String field, String header, long max) {
        return either(body.number(field, 0, max), request.numberHeader(header, max), field, header);
    }

    private static <T> Optional<T> either(Optional<T> field, Optional<T> header, String fieldName, String headerName) {
        if (field.isPresent() && header.isPresent()) {
            throw ProblemException.badRequest(
                    "Give the field " + fieldName + " or the header " + headerName + ", not both.");
        }
        return field.or(() -> header);
    }
}

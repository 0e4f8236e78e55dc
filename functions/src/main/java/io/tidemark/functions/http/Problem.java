package io.tidemark.functions.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.record.Refusal;
import java.util.Map;
import java.util.Optional;

/**
 * Why a request, or one part of it, has no answer.
 *
 * @param errorCode five digits; the first three are the HTTP status (Confluent's REST v3)
 * @param message what was wrong, what was expected and what to do
 * @param refusal Kafka's error, where it is one
 * @param headers to be sent with it
 */
public record Problem(int errorCode, String message, Optional<Refusal> refusal, Map<String, String> headers) {
    public Problem {
        headers = Map.copyOf(headers);
    }

    public Problem(int errorCode, String message) {
        this(errorCode, message, Optional.empty(), Map.of());
    }

    public int status() {
        return errorCode / 100;
    }

    /** As it stands in an answer, alone or as one of its parts. */
    public ObjectNode toJson() {
        ObjectNode json = Json.object().put("error_code", errorCode).put("message", message);
        refusal.ifPresent(refused -> {
            json.put("kafka_error", refused.error().name());
            json.put("kafka_error_code", refused.error().code());
            if (!refused.recordErrors().isEmpty()) {
                ArrayNode errors = json.putArray("record_errors");
                refused.recordErrors()
                        .forEach(error -> errors.addObject()
                                .put("batch_index", error.batchIndex())
                                .put("message", error.message()));
            }
        });
        return json;
    }

    public Reply toReply() {
        return Reply.json(status(), toJson()).with(headers);
    }
}

package io.tidemark.functions.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tidemark.functions.http.Json;
import io.tidemark.functions.http.ProblemException;
import io.tidemark.functions.route.Utf8;
import io.tidemark.record.Bytes;
import java.util.Base64;
import java.util.Optional;

/** How a key or value is written in JSON. */
public enum PayloadType {
    /** A string in base64. */
    BINARY,
    /** Any JSON value; its bytes are its text in UTF-8. */
    JSON,
    /** A string; its bytes are UTF-8. */
    STRING;

    /**
     * The bytes of a client's data.
     *
     * @throws ProblemException 400
     */
    Bytes decode(JsonNode data, String where) {
        if (this == JSON) {
            return utf8(Json.text(data), where);
        }
        if (!data.isTextual()) {
            throw ProblemException.badRequest(where + ": data of type " + this + " is not a string.");
        }
        if (this == BINARY) {
            return base64(data, where);
        }
        return utf8(data.textValue(), where);
    }

    private static Bytes utf8(String text, String where) {
        return Bytes.wrap(Utf8.encode(text)
                .orElseThrow(() -> ProblemException.badRequest(where + ": data holds half a surrogate pair.")));
    }

    static Bytes base64(JsonNode text, String where) {
        try {
            return Bytes.wrap(Base64.getDecoder().decode(text.textValue()));
        } catch (IllegalArgumentException e) {
            throw ProblemException.badRequest(where + " is not base64.");
        }
    }

    /**
     * Puts {@code type} and {@code data}; data that is absent is null.
     *
     * @return false where the bytes cannot be written in this way
     */
    boolean put(ObjectNode into, Optional<Bytes> payload) {
        into.put("type", name());
        if (payload.isEmpty()) {
            into.putNull("data");
            return true;
        }
        byte[] bytes = payload.get().toByteArray();
        if (this == BINARY) {
            into.put("data", Base64.getEncoder().encodeToString(bytes));
            return true;
        }
        Optional<String> text = Utf8.decode(bytes);
        if (this == STRING) {
            text.ifPresent(string -> into.put("data", string));
            return text.isPresent();
        }
        Optional<String> json = text.filter(Json::isJson);
        json.ifPresent(value -> into.putRawValue("data", new RawValue(value)));
        return json.isPresent();
    }
}

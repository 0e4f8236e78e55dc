package io.tidemark.local.lambda;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.record.Bytes;
import java.io.IOException;
import java.util.Optional;

/** The JSON of Lambda's invoke call. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Json() {}

    /**
     * Reads one whole value.
     *
     * @throws IOException where the bytes are none
     */
    static <T> T read(Bytes json, Class<T> type) throws IOException {
        return Optional.ofNullable(MAPPER.readValue(json.toByteArray(), type))
                .orElseThrow(() -> new IOException("null is no " + type.getSimpleName()));
    }

    static Bytes write(Object value) {
        try {
            return Bytes.wrap(MAPPER.writeValueAsBytes(value));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON for " + value.getClass(), e);
        }
    }
}

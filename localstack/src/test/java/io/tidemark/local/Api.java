package io.tidemark.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.store.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** A client of the HTTP API. Thread-safe. */
final class Api {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration TIMEOUT = Eventually.PATIENCE;

    private final HttpClient client = HttpClient.newHttpClient();
    private final String cluster;

    Api(URI url) {
        this.cluster = url + "/v3/clusters/" + LocalFunctions.CLUSTER_ID;
    }

    /** Status and body. */
    record Answer(int status, String body) {
        JsonNode json() {
            try {
                return MAPPER.readTree(body);
            } catch (JsonProcessingException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** JSON values one after another. */
        List<JsonNode> several() {
            try (MappingIterator<JsonNode> values =
                    MAPPER.readerFor(JsonNode.class).readValues(body)) {
                return values.readAll();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    Answer get(String path) throws IOException, InterruptedException {
        return send(request(path).GET().build());
    }

    Answer post(String path, String json) throws IOException, InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(cluster + path)).timeout(TIMEOUT);
    }

    private Answer send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body());
    }
}

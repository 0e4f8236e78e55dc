package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** The maintenance function, invoked as {@code aws lambda invoke} does. */
class MaintenanceIT {
    private static final String PATH = "/2015-03-31/functions/maintenance/invocations";

    @Test
    void anOperatorInvokesItByLambdasOwnCall() throws Exception {
        try (LocalServer server = LocalServer.start(Options.DEFAULT.withPort(0).withPlace(new Place.Memory()))) {
            Api api = new Api(server.url());
            assertThat(api.post("/topics", "{\"topic_name\":\"logs\",\"partitions_count\":1}")
                            .status())
                    .isEqualTo(201);
            String old = "{\"partition_id\":0,\"timestamp\":1000,\"value\":{\"type\":\"STRING\",\"data\":\"old\"}}";
            assertThat(api.post("/topics/logs/records", old).status()).isEqualTo(200);

            HttpResponse<String> named = invoke(server.url(), "{\"topics\":[\"logs\"],\"steps\":[\"retention\"]}");
            assertThat(named.body()).contains("\"partitions_visited\":1", "\"retention\":1");
            assertThat(api.get("/topics/logs/partitions/0/offset?offset_type=earliest")
                            .json()
                            .path("offset")
                            .asLong())
                    .isEqualTo(1);

            assertThat(invoke(server.url(), "{}").body()).contains("\"partitions_visited\":0");
            HttpResponse<String> wrong = invoke(server.url(), "{\"steps\":[\"polish\"]}");
            assertThat(wrong.headers().firstValue("X-Amz-Function-Error")).hasValue("Unhandled");
            assertThat(wrong.body()).contains("polish");
        }
    }

    private static HttpResponse<String> invoke(URI url, String event) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(url.resolve(PATH))
                .POST(HttpRequest.BodyPublishers.ofString(event))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}

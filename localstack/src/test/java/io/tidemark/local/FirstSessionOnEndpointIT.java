package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.store.aws.AwsSettings;
import io.tidemark.store.aws.OnEndpoint;
import io.tidemark.store.aws.TestEndpoint;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On DynamoDB and S3 the first session answers what it answers on the embedded store. */
@OnEndpoint
class FirstSessionOnEndpointIT {
    private static final String SCRIPT = "../tidemark";

    @Test
    void dynamoDbAndS3AnswerWhatTheEmbeddedStoreAnswers() throws Exception {
        AwsSettings stores = TestEndpoint.newStores();

        try (ServerProcess server = on(stores)) {
            assertThat(FirstSession.with(server.url())).isEqualTo(FirstSession.shown());
            assertThat(server.errors()).isEmpty();
        }
    }

    @Test
    void aMissingTableOrBucketIsToldAtTheStart() throws Exception {
        AwsSettings stores = TestEndpoint.newStores();
        URI endpoint = stores.endpoint().orElseThrow();

        for (AwsSettings missing : List.of(
                AwsSettings.of("not-there", stores.bucket()).at(endpoint),
                AwsSettings.of(stores.table(), "not-there").at(endpoint))) {
            try (ServerProcess server = on(missing)) {
                assertThat(server.line()).isEmpty();
                assertThat(server.status()).isEqualTo(1);
                assertThat(server.errors()).startsWith("tidemark: table ").contains("not-there");
            }
        }
    }

    private static ServerProcess on(AwsSettings stores) throws IOException {
        return ServerProcess.run(
                SCRIPT,
                "local",
                "--port",
                "0",
                "--endpoint",
                stores.endpoint().orElseThrow().toString(),
                "--table",
                stores.table(),
                "--bucket",
                stores.bucket());
    }
}

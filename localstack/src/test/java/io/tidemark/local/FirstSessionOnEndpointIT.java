package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.store.aws.AwsSettings;
import io.tidemark.store.aws.OnEndpoint;
import io.tidemark.store.aws.TestEndpoint;
import org.junit.jupiter.api.Test;

/** On DynamoDB and S3 the first session answers what it answers on the embedded store. */
@OnEndpoint
class FirstSessionOnEndpointIT {
    private static final String SCRIPT = "../tidemark";

    @Test
    void dynamoDbAndS3AnswerWhatTheEmbeddedStoreAnswers() throws Exception {
        AwsSettings stores = TestEndpoint.newStores();

        try (ServerProcess server = ServerProcess.run(
                SCRIPT,
                "local",
                "--port",
                "0",
                "--endpoint",
                stores.endpoint().orElseThrow().toString(),
                "--table",
                stores.table(),
                "--bucket",
                stores.bucket())) {
            assertThat(FirstSession.with(server.url())).isEqualTo(FirstSession.shown());
            assertThat(server.errors()).isEmpty();
        }
    }
}

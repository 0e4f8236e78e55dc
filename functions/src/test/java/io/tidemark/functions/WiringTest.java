package io.tidemark.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WiringTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"''", "embedded:", "s3:bucket"})
    void aStoreThatIsNotNamedIsAskedForByItsVariable(String store) {
        assertThatThrownBy(() -> new Wiring().service(Map.of("TIDEMARK_STORE", store)))
                .hasMessage("The environment variable TIDEMARK_STORE is \"" + store
                        + "\": set it to aws for DynamoDB and S3, or to embedded:DIRECTORY to keep everything in that"
                        + " directory.");
    }

    @Test
    void anEmbeddedStoreIsOpenedAndGivenFree() {
        Map<String, String> variables = Map.of("TIDEMARK_STORE", "embedded:" + directory.resolve("data"));
        for (int i = 0; i < 2; i++) {
            Wiring wiring = new Wiring();
            Service service = wiring.service(variables);
            assertThat(service.clusterId()).isEqualTo("tidemark");
            assertThat(service.tidemark().topics().list(Optional.empty()).topics())
                    .isEmpty();
            wiring.close();
        }
    }

    @Test
    void whatAwsNeedsIsAskedForByItsVariable() {
        assertThatThrownBy(() -> new Wiring().service(Map.of("TIDEMARK_STORE", "aws")))
                .hasMessageContaining("TIDEMARK_TABLE is not set");
        assertThatThrownBy(() -> new Wiring().service(Map.of("TIDEMARK_STORE", "aws", "TIDEMARK_TABLE", "t")))
                .hasMessageContaining("TIDEMARK_BUCKET is not set");
        Map<String, String> crooked = Map.of(
                "TIDEMARK_STORE", "aws", "TIDEMARK_TABLE", "t", "TIDEMARK_BUCKET", "b", "TIDEMARK_ENDPOINT", ":// x");
        assertThatThrownBy(() -> new Wiring().service(crooked)).hasMessageContaining("TIDEMARK_ENDPOINT");
    }

    @Test
    void aClusterIdThatFitsNoPathIsRefused() {
        Map<String, String> variables =
                Map.of("TIDEMARK_STORE", "embedded:" + directory.resolve("data"), "TIDEMARK_CLUSTER_ID", "a/b");
        Wiring wiring = new Wiring();
        assertThatThrownBy(() -> wiring.service(variables)).hasMessageContaining("The cluster id is \"a/b\"");
        wiring.close();
    }
}

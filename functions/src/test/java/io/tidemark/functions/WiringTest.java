package io.tidemark.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WiringTest {
    @TempDir
    private Path directory;

    @Test
    void anEmbeddedStoreIsOpenedAndGivenFree() {
        Map<String, String> variables =
                Map.of("QUARKUS_LAMBDA_HANDLER", "admin", "TIDEMARK_STORE", "embedded:" + directory.resolve("data"));
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
    void nothingIsOpenedWhereAVariableIsWrong() {
        Path data = directory.resolve("data");
        Map<String, String> variables = Map.of(
                "QUARKUS_LAMBDA_HANDLER", "admin", "TIDEMARK_STORE", "embedded:" + data, "TIDEMARK_CLUSTER_ID", "a/b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Wiring().service(variables))
                .withMessageContaining("TIDEMARK_CLUSTER_ID");
        assertThat(data).doesNotExist();
    }
}

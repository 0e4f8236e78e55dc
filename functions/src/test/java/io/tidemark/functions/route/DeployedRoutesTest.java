package io.tidemark.functions.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What Terraform gives API Gateway is what the functions dispatch by, and so what the API description says. */
class DeployedRoutesTest {
    private static final Path DEPLOYED = Path.of("../infra/modules/tidemark/routes.json");

    @Test
    void everyRouteIsDeployedToItsFunctionAndNoOther() throws IOException {
        assertThat(deployed())
                .containsExactlyInAnyOrderElementsOf(
                        Routes.ALL.stream().map(DeployedRoutesTest::described).toList());
    }

    private static Stream<String> deployed() throws IOException {
        JsonNode routes = new ObjectMapper().readTree(DEPLOYED.toFile());
        return StreamSupport.stream(routes.spliterator(), false).map(DeployedRoutesTest::described);
    }

    private static String described(Route route) {
        return String.join(
                " ",
                route.operationId(),
                route.method(),
                route.path().deployed(),
                route.function().handlerName());
    }

    private static String described(JsonNode route) {
        return String.join(
                " ",
                route.path("operation").asText(),
                route.path("method").asText(),
                route.path("path").asText(),
                route.path("function").asText());
    }
}

package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.functions.route.LambdaFunction;
import io.tidemark.local.lambda.RequestTarget;
import io.tidemark.local.lambda.Router;
import io.tidemark.local.lambda.Samples;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FunctionRouterTest {
    private final FunctionRouter router = new FunctionRouter(Arrays.stream(LambdaFunction.values())
            .collect(Collectors.toMap(
                    Function.identity(),
                    name -> Samples.function(
                            name.handlerName(), (event, context) -> Samples.response(200, name.handlerName())))));

    @Test
    void aRouteHasItsKeyItsFunctionAndItsParametersDecoded() {
        Router.Routed routed =
                router.route("GET", RequestTarget.of("/v3/clusters/c/topics/a%2Fb/partitions/7/offset?x=y"));

        assertThat(routed.function().name()).isEqualTo("lookup");
        assertThat(routed.key())
                .isEqualTo("GET /v3/clusters/{cluster_id}/topics/{topic_name}/partitions/{partition_id}/offset");
        assertThat(routed.pathParameters())
                .isEqualTo(Map.of("cluster_id", "c", "topic_name", "a/b", "partition_id", "7"));
    }

    @Test
    void whatNoRouteTakesGoesToAFunctionThatSaysSo() {
        assertDefault("admin", router.route("GET", RequestTarget.of("/nowhere")));
        assertDefault("produce", router.route("PATCH", RequestTarget.of("/v3/clusters/c/topics/t/records")));
    }

    @Test
    void everyFunctionOfTheRoutesHasAHandler() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FunctionRouter(Map.of()))
                .withMessage("no handler for PRODUCE");
    }

    private static void assertDefault(String function, Router.Routed routed) {
        assertThat(routed.function().name()).isEqualTo(function);
        assertThat(routed.key()).isEqualTo("$default");
        assertThat(routed.pathParameters()).isEmpty();
    }
}

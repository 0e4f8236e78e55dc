package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.functions.route.LambdaFunction;
import io.tidemark.local.lambda.RequestTarget;
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
    void aRequestGoesToTheFunctionOfItsRoute() {
        assertThat(function("GET", "/v3/clusters/c/topics/a%2Fb/partitions/7/offset?x=y"))
                .isEqualTo("lookup");
    }

    @Test
    void whatNoRouteTakesGoesToAFunctionThatSaysSo() {
        assertThat(function("GET", "/nowhere")).isEqualTo("admin");
        assertThat(function("PATCH", "/v3/clusters/c/topics/t/records")).isEqualTo("produce");
    }

    @Test
    void everyFunctionOfTheRoutesHasAHandler() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FunctionRouter(Map.of()))
                .withMessage("no handler for PRODUCE");
    }

    private String function(String method, String target) {
        return router.route(method, RequestTarget.of(target)).name();
    }
}

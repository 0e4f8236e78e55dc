package io.tidemark.local;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.functions.route.LambdaFunction;
import io.tidemark.functions.route.Routes;
import io.tidemark.local.lambda.LocalFunction;
import io.tidemark.local.lambda.RequestTarget;
import io.tidemark.local.lambda.Router;
import java.util.Map;
import java.util.Optional;

/** Follows the routes that the deployment has too. */
record FunctionRouter(Map<LambdaFunction, LocalFunction<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>> functions)
        implements Router {

    FunctionRouter {
        functions = Map.copyOf(functions);
        for (LambdaFunction function : LambdaFunction.values()) {
            if (!functions.containsKey(function)) {
                throw new IllegalArgumentException("no handler for " + function);
            }
        }
    }

    @Override
    public LocalFunction<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> route(String method, RequestTarget target) {
        return Optional.ofNullable(functions.get(Routes.functionFor(method, target.rawPath())))
                .orElseThrow();
    }
}

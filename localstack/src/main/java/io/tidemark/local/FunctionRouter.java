package io.tidemark.local;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.functions.route.LambdaFunction;
import io.tidemark.functions.route.PathTemplate;
import io.tidemark.functions.route.Route;
import io.tidemark.functions.route.Routes;
import io.tidemark.local.lambda.LocalFunction;
import io.tidemark.local.lambda.RequestTarget;
import io.tidemark.local.lambda.Router;
import java.util.List;
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
    public Routed route(String method, RequestTarget target) {
        LambdaFunction name = Routes.functionFor(method, target.rawPath());
        var function = Optional.ofNullable(functions.get(name)).orElseThrow();
        List<String> segments = PathTemplate.segmentsOf(target.rawPath()).orElse(List.of());
        return Routes.at(segments).stream()
                .filter(route -> route.method().equals(method))
                .findFirst()
                .map(route -> new Routed(function, key(route), parameters(route, segments)))
                .orElseGet(() -> new Routed(function, DEFAULT_ROUTE, Map.of()));
    }

    private static String key(Route route) {
        return route.method() + " " + route.path().text();
    }

    private static Map<String, String> parameters(Route route, List<String> segments) {
        return route.path().match(segments).orElse(Map.of());
    }
}

package io.tidemark.local.lambda;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.Map;

/** Finds the function that answers a request, as the routes of the API do. */
@FunctionalInterface
public interface Router {
    /** API Gateway's name of the route that takes what no other one does. */
    String DEFAULT_ROUTE = "$default";

    /**
     * Always finds one: functions themselves answer 404 and 405.
     *
     * @param method in capitals
     */
    Routed route(String method, RequestTarget target);

    /**
     * The function to call.
     *
     * @param key method and path template, or {@link #DEFAULT_ROUTE}
     * @param pathParameters decoded
     */
    record Routed(
            LocalFunction<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> function,
            String key,
            Map<String, String> pathParameters) {}
}

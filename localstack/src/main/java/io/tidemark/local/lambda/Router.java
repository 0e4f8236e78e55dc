package io.tidemark.local.lambda;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;

/** Finds the function that answers a request, as the routes of the API do. */
@FunctionalInterface
public interface Router {
    /**
     * Always finds one: functions themselves answer 404 and 405.
     *
     * @param method in capitals
     */
    LocalFunction<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> route(String method, RequestTarget target);
}

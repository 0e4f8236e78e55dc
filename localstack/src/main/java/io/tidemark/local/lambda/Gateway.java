package io.tidemark.local.lambda;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stands where API Gateway and Lambda stand: request to event, function, response to reply. Thread-safe. */
public final class Gateway {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

    private final Router router;
    private final Clock clock;
    private final RandomGenerator random;

    public Gateway(Router router, Clock clock, RandomGenerator random) {
        this.router = router;
        this.clock = clock;
        this.random = random;
    }

    public HttpReply answer(HttpRequest request) {
        LocalFunction<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> function =
                router.route(request.method(), request.target());
        String requestId = RequestIds.next(random);
        APIGatewayV2HTTPEvent event = GatewayEvents.event(request, requestId, clock.instant());
        String name = function.name();
        try {
            APIGatewayV2HTTPResponse response = function.handle(event, new LocalContext(name, requestId, clock));
            HttpReply reply = GatewayReplies.reply(response);
            if (LambdaPayload.admits(response, reply)) {
                return reply.with("Apigw-Requestid", requestId);
            }
            LOG.error(
                    "response above Lambda's limit function={} bytes={}",
                    name,
                    reply.body().size());
        } catch (RuntimeException | Error e) {
            LOG.error("function failed function={} request={}", name, requestId, e);
        }
        return internalError(requestId);
    }

    /** What API Gateway says when a function failed. */
    private static HttpReply internalError(String requestId) {
        return HttpReply.error(500, "Internal Server Error").with("Apigw-Requestid", requestId);
    }
}

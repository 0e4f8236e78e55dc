package io.tidemark.local.http;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.local.lambda.Gateway;
import io.tidemark.local.lambda.InvokeCall;
import io.tidemark.local.lambda.Router;
import io.tidemark.local.lambda.Samples;
import io.tidemark.store.Eventually;
import io.tidemark.store.Pause;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The HTTP side of the server with one function behind it. */
final class StubServer implements AutoCloseable {
    private final Turns turns = new Turns(Turns.HEAVY, Eventually.PATIENCE);
    private final HttpFront front;

    StubServer(RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler) throws IOException {
        var function = Samples.function("stub", handler);
        Clock clock = Clock.systemUTC();
        SecureRandom random = new SecureRandom();
        Router router = (method, target) -> function;
        InvokeCall invoke = new InvokeCall(List.of(function), clock, random);
        this.front = HttpFront.open(0, new Exchanges(new Requests(turns, invoke, new Gateway(router, clock, random))));
    }

    /** As the functions of the server pause. */
    Pause pausing(Pause pause) {
        return turns.pausing(pause);
    }

    URI url() {
        return front.url();
    }

    void stop(Duration grace) {
        front.stop(grace);
    }

    @Override
    public void close() {
        front.stop(Duration.ZERO);
    }
}

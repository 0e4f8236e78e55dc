package io.tidemark.local.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import io.tidemark.record.Bytes;
import java.io.IOException;

/**
 * A function under the name that Lambda knows it by.
 *
 * @param eventType what an invocation's JSON is read as
 * @param handler thread-safe: serves any number of requests at a time, unlike on Lambda
 */
public record LocalFunction<I, O>(String name, Class<I> eventType, RequestHandler<I, O> handler) {

    O handle(I event, Context context) {
        return handler.handleRequest(event, context);
    }

    /**
     * Runs on an event in JSON, and answers in JSON.
     *
     * @throws IOException where the event is no JSON of this type
     */
    Bytes handleJson(Bytes event, Context context) throws IOException {
        return Json.write(handle(Json.read(event, eventType), context));
    }
}

package io.tidemark.local.lambda;

import io.tidemark.record.Bytes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lambda's Invoke: {@code POST /2015-03-31/functions/{function}/invocations} with the event as body. A function that
 * throws is a 200 with the header {@code X-Amz-Function-Error}, as on Lambda. Thread-safe.
 */
public final class InvokeCall {
    private static final Logger LOG = LoggerFactory.getLogger(InvokeCall.class);

    /** Of the paths of Lambda's own API. */
    public static final String PREFIX = "/2015-03-31/functions/";

    private static final Pattern PATH = Pattern.compile(PREFIX + "([^/]+)/invocations");
    private static final Bytes EMPTY_EVENT = Bytes.utf8("{}");
    private static final int MAX_STACK_LINES = 20;

    private final Map<String, LocalFunction<?, ?>> functions;
    private final Clock clock;
    private final RandomGenerator random;

    public InvokeCall(List<LocalFunction<?, ?>> functions, Clock clock, RandomGenerator random) {
        this.functions = functions.stream().collect(Collectors.toMap(LocalFunction::name, Function.identity()));
        this.clock = clock;
        this.random = random;
    }

    /** Absent where the request is another one. */
    public Optional<HttpReply> answer(HttpRequest request) {
        Matcher path = PATH.matcher(request.target().rawPath());
        if (!path.matches()) {
            return Optional.empty();
        }
        if (!request.method().equals("POST")) {
            return Optional.of(
                    HttpReply.error(405, "HTTP 405 Method Not Allowed").with("Allow", "POST"));
        }
        String requestId = RequestIds.next(random);
        return Optional.of(invoke(path.group(1), request, requestId).with("X-Amzn-RequestId", requestId));
    }

    private HttpReply invoke(String name, HttpRequest request, String requestId) {
        LocalFunction<?, ?> function = functions.get(name);
        if (function == null) {
            return refused(404, "ResourceNotFoundException", "Function not found: " + name);
        }
        String type = request.header("x-amz-invocation-type").orElse("RequestResponse");
        return switch (type) {
            case "DryRun" -> HttpReply.empty(204);
            case "RequestResponse" -> run(function, request.body(), requestId);
            // Lambda would run it later: here it is over when the answer comes, and its outcome is in the log
            case "Event" -> {
                run(function, request.body(), requestId);
                yield HttpReply.empty(202);
            }
            default -> refused(400, "InvalidParameterValueException", "Unknown invocation type: " + type);
        };
    }

    private HttpReply run(LocalFunction<?, ?> function, Bytes body, String requestId) {
        LocalContext context = new LocalContext(function.name(), requestId, clock);
        try {
            Bytes answer = function.handleJson(body.isEmpty() ? EMPTY_EVENT : body, context);
            return HttpReply.json(200, answer).with("X-Amz-Executed-Version", context.getFunctionVersion());
        } catch (IOException e) {
            return refused(400, "InvalidRequestContentException", "Could not parse request body into json");
        } catch (RuntimeException | Error e) {
            LOG.error("function failed function={} request={}", function.name(), requestId, e);
            return HttpReply.json(200, Json.write(error(e)))
                    .with("X-Amz-Function-Error", "Unhandled")
                    .with("X-Amz-Executed-Version", context.getFunctionVersion());
        }
    }

    private static Map<String, Object> error(Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("errorMessage", Optional.ofNullable(thrown.getMessage()).orElse(""));
        error.put("errorType", thrown.getClass().getName());
        error.put(
                "stackTrace",
                trace.toString()
                        .lines()
                        .skip(1)
                        .map(String::strip)
                        .limit(MAX_STACK_LINES)
                        .toList());
        return error;
    }

    /** An error of Lambda itself, which the SDKs read from the header. */
    private static HttpReply refused(int status, String type, String message) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("Type", "User");
        body.put("Message", message);
        return HttpReply.json(status, Json.write(body)).with("X-Amzn-ErrorType", type);
    }
}

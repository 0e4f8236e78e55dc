package io.tidemark.functions.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.functions.http.RequestReader.Routed;
import io.tidemark.functions.invocation.Invocation;
import io.tidemark.functions.invocation.Metric;
import io.tidemark.functions.route.LambdaFunction;
import io.tidemark.functions.route.Route;
import io.tidemark.functions.route.Routes;
import io.tidemark.record.CorruptBatchException;
import io.tidemark.record.KafkaError;
import io.tidemark.record.Refusal;
import io.tidemark.store.StoreUnavailableException;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Answers one function's events: finds the operation, and makes an answer of whatever happens in it. Never throws.
 * Thread-safe where its operations are.
 */
public final class Dispatcher {
    private static final System.Logger LOG = System.getLogger(Dispatcher.class.getName());

    private final LambdaFunction function;
    private final String clusterId;
    private final Map<String, Operation> operations;

    /** @param operations by operation id; exactly those of the function's routes */
    public Dispatcher(LambdaFunction function, String clusterId, Map<String, Operation> operations) {
        Set<String> routed = Routes.ALL.stream()
                .filter(route -> route.function() == function)
                .map(Route::operationId)
                .collect(Collectors.toSet());
        if (!routed.equals(operations.keySet())) {
            throw new IllegalArgumentException(function + " has " + operations.keySet() + ", its routes " + routed);
        }
        this.function = function;
        this.clusterId = clusterId;
        this.operations = Map.copyOf(operations);
    }

    public APIGatewayV2HTTPResponse answer(APIGatewayV2HTTPEvent event, Invocation invocation) {
        // a JSON null arrives as Java's
        Reply reply = reply(Optional.ofNullable(event).orElseGet(APIGatewayV2HTTPEvent::new), invocation);
        invocation.add(Metric.BYTES_OUT, reply.body().size());
        return reply.toEvent();
    }

    private Reply reply(APIGatewayV2HTTPEvent event, Invocation invocation) {
        try {
            return bounded(dispatch(event, invocation));
        } catch (ProblemException e) {
            return failed(e.problem(), invocation);
        } catch (CorruptBatchException e) {
            LOG.log(Level.ERROR, "A stored batch cannot be read, path=" + event.getRawPath(), e);
            return failed(
                    KafkaErrors.problem(new Refusal(e.error(), "A stored batch cannot be read: " + e.getMessage())),
                    invocation);
        } catch (StoreUnavailableException e) {
            LOG.log(Level.WARNING, "A store did not answer, path=" + event.getRawPath(), e);
            return failed(
                    KafkaErrors.problem(
                            new Refusal(KafkaError.KAFKA_STORAGE_ERROR, e.kind().advice())),
                    invocation);
        } catch (RuntimeException e) {
            String id = requestId(event);
            LOG.log(Level.ERROR, "Unexpected error, api_request_id=" + id + ", path=" + event.getRawPath(), e);
            return failed(
                    new Problem(50000, "Unexpected error. It was logged with request id " + id + "."), invocation);
        }
    }

    private static Reply failed(Problem problem, Invocation invocation) {
        invocation.failed(
                problem.refusal().map(refusal -> refusal.error().name()).orElse("HTTP_" + problem.status()));
        return problem.toReply();
    }

    private Reply dispatch(APIGatewayV2HTTPEvent event, Invocation invocation) {
        Routed routed = RequestReader.read(event, invocation);
        Operation operation = Optional.ofNullable(operations.get(routed.route().operationId()))
                .orElseThrow(() -> new ProblemException(new Problem(
                        40404,
                        "The function " + function.handlerName() + " does not answer this path: "
                                + routed.route().function().handlerName() + " does.")));
        String cluster = routed.request().path().getOrDefault("cluster_id", clusterId);
        if (!cluster.equals(clusterId)) {
            throw new ProblemException(new Problem(
                    40401, "There is no cluster \"" + Shown.text(cluster) + "\" here: it is " + clusterId + "."));
        }
        if (invocation.isLate()) {
            throw new ProblemException(KafkaErrors.problem(new Refusal(
                    KafkaError.REQUEST_TIMED_OUT,
                    "There was not enough time left for the request, and nothing was done. Send it again.")));
        }
        return operation.answer(routed.request());
    }

    /** What Lambda would drop with an error of its own is answered with one that says why. */
    private static Reply bounded(Reply reply) {
        if (reply.carriedBytes() > Limits.MAX_CARRIED_BYTES) {
            throw new ProblemException(new Problem(
                    50001, "The answer is above the limit of " + Limits.MAX_CARRIED_BYTES + " bytes: ask for less."));
        }
        return reply;
    }

    private static String requestId(APIGatewayV2HTTPEvent event) {
        return Optional.ofNullable(event.getRequestContext())
                .map(APIGatewayV2HTTPEvent.RequestContext::getRequestId)
                .orElse("unknown");
    }
}

package io.tidemark.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.functions.http.Dispatcher;
import io.tidemark.functions.http.KafkaErrors;
import io.tidemark.functions.http.Limits;
import io.tidemark.functions.http.Problem;
import io.tidemark.functions.http.ProblemException;
import io.tidemark.functions.http.Reply;
import io.tidemark.functions.http.Request;
import io.tidemark.functions.invocation.Metric;
import io.tidemark.functions.json.OffsetsBody;
import io.tidemark.functions.json.PayloadType;
import io.tidemark.functions.json.RecordList;
import io.tidemark.functions.route.LambdaFunction;
import io.tidemark.functions.route.MediaType;
import io.tidemark.log.FetchAnswer;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.record.StoredBatch;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Reads records and batches. */
@Named("fetch")
public final class FetchHandler implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private static final long DEFAULT_MAX_BYTES = 1_048_576;
    private static final Map<String, PayloadType> FORMATS = Map.of(
            "binary", PayloadType.BINARY,
            "json", PayloadType.JSON,
            "string", PayloadType.STRING);

    private final Service service;
    private final Dispatcher dispatcher;

    @Inject
    public FetchHandler(Service service) {
        this.service = service;
        this.dispatcher =
                new Dispatcher(LambdaFunction.FETCH, service.clusterId(), Map.of("fetchRecords", this::fetch));
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return service.invocations()
                .run(LambdaFunction.FETCH.handlerName(), context, call -> dispatcher.answer(event, call));
    }

    private Reply fetch(Request request) {
        RecordList.Formats formats = formats(request);
        FetchRequest asked = asked(request);
        FetchAnswer answer = service.tidemark().fetch(asked);
        if (answer instanceof FetchAnswer.OutOfRange outOfRange) {
            request.invocation().failed(outOfRange.refusal().error().name());
            return outOfRange(outOfRange);
        }
        if (answer instanceof FetchAnswer.Refused refused) {
            throw new ProblemException(KafkaErrors.problem(refused.refusal()));
        }
        Fetched fetched = (Fetched) answer;
        request.invocation()
                .add(
                        Metric.RECORDS,
                        fetched.batches().stream()
                                .mapToLong(StoredBatch::offsetCount)
                                .sum());
        if (request.answerType() == MediaType.OCTETS) {
            return BatchesReply.of(fetched);
        }
        return Reply.json(200, RecordList.encode(asked, fetched, formats));
    }

    private static FetchRequest asked(Request request) {
        long offset = request.query()
                .number("offset", 0, Long.MAX_VALUE)
                .orElseThrow(() -> ProblemException.badRequest("The query parameter offset is missing."));
        long maxBytes =
                request.query().number("max_bytes", 0, Integer.MAX_VALUE).orElse(DEFAULT_MAX_BYTES);
        Duration wait = Duration.ofMillis(request.query()
                .number("max_wait_ms", 0, Limits.MAX_WAIT.toMillis())
                .orElse(0L));
        return new FetchRequest(
                request.partition(),
                offset,
                (int) Math.min(maxBytes, Limits.MAX_BINARY_BYTES),
                request.query()
                        .choice("isolation_level", OffsetsBody.ISOLATION_LEVELS)
                        .orElse(IsolationLevel.READ_UNCOMMITTED),
                request.invocation().left(wait),
                Optional.empty());
    }

    private static RecordList.Formats formats(Request request) {
        Optional<PayloadType> key = request.query().choice("key_format", FORMATS);
        Optional<PayloadType> value = request.query().choice("value_format", FORMATS);
        if (request.answerType() == MediaType.OCTETS && (key.isPresent() || value.isPresent())) {
            throw ProblemException.badRequest("key_format and value_format are for answers in JSON.");
        }
        return new RecordList.Formats(key.orElse(PayloadType.BINARY), value.orElse(PayloadType.BINARY));
    }

    private static Reply outOfRange(FetchAnswer.OutOfRange answer) {
        Problem problem = KafkaErrors.problem(answer.refusal());
        ObjectNode json = problem.toJson()
                .put("log_start_offset", answer.logStartOffset())
                .put("high_watermark", answer.highWatermark());
        return Reply.json(problem.status(), json);
    }
}

package io.tidemark.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.functions.http.Dispatcher;
import io.tidemark.functions.http.KafkaErrors;
import io.tidemark.functions.http.ProblemException;
import io.tidemark.functions.http.Query;
import io.tidemark.functions.http.Reply;
import io.tidemark.functions.http.Request;
import io.tidemark.functions.json.Offsets;
import io.tidemark.functions.json.OffsetsBody;
import io.tidemark.functions.json.Timestamps;
import io.tidemark.functions.route.LambdaFunction;
import io.tidemark.log.IsolationLevel;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.log.ListedOffset;
import io.tidemark.record.Answer;
import io.tidemark.topic.TopicPartition;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds offsets: the first and the last one, and those of timestamps. */
@Named("lookup")
public final class LookupHandler implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private static final long LATEST = -1;
    private static final long EARLIEST = -2;
    private static final String BOTH = "earliest_and_latest";
    private static final String AT_TIMESTAMP = "timestamp";

    /** Kafka's numbers of the offset types; the two that are made of more than a number stand for themselves. */
    private static final Map<String, Long> TYPES = Map.of(
            BOTH,
            0L,
            AT_TIMESTAMP,
            0L,
            "latest",
            LATEST,
            "earliest",
            EARLIEST,
            "max_timestamp",
            -3L,
            "earliest_local",
            -4L,
            "latest_tiered",
            -5L,
            "earliest_pending_upload",
            -6L);

    private static final Map<String, Boolean> FLAGS = Map.of("true", true, "false", false);

    private final Service service;
    private final Dispatcher dispatcher;

    @Inject
    public LookupHandler(Service service) {
        this.service = service;
        this.dispatcher = new Dispatcher(
                LambdaFunction.LOOKUP,
                service.clusterId(),
                Map.of("getPartitionOffset", this::partitionOffset, "listOffsets", this::listOffsets));
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return service.invocations()
                .run(LambdaFunction.LOOKUP.handlerName(), context, call -> dispatcher.answer(event, call));
    }

    private Reply partitionOffset(Request request) {
        TopicPartition partition = request.partition();
        Query query = request.query();
        IsolationLevel isolation =
                query.choice("isolation_level", OffsetsBody.ISOLATION_LEVELS).orElse(IsolationLevel.READ_UNCOMMITTED);
        boolean includeTimestamps = query.choice("include_timestamps", FLAGS).orElse(false);
        long target = target(query);
        if (query.required("offset_type").equals(BOTH)) {
            return both(partition, isolation);
        }
        ListedOffset listed = lookUp(partition, target, isolation, includeTimestamps);
        return Reply.json(200, Offsets.partitionOffset(partition, listed));
    }

    /** Confluent's own form: two offsets, no timestamps. */
    private Reply both(TopicPartition partition, IsolationLevel isolation) {
        ListedOffset earliest = lookUp(partition, EARLIEST, isolation, false);
        ListedOffset latest = lookUp(partition, LATEST, isolation, false);
        return Reply.json(200, Offsets.earliestAndLatest(service.clusterId(), partition, earliest, latest));
    }

    private ListedOffset lookUp(
            TopicPartition partition, long target, IsolationLevel isolation, boolean includeTimestamps) {
        ListOffsetsRequest.Entry entry = new ListOffsetsRequest.Entry(partition, target, Optional.empty());
        return KafkaErrors.valueOf(service.tidemark()
                .listOffsets(new ListOffsetsRequest(isolation, includeTimestamps, List.of(entry)))
                .get(0));
    }

    private Reply listOffsets(Request request) {
        OffsetsBody body = OffsetsBody.read(request.text());
        List<Answer<ListedOffset>> answers = service.tidemark().listOffsets(body.toRequest());
        request.invocation().answered(answers);
        return Reply.json(200, body.toJson(answers));
    }

    /** The number that Kafka's ListOffsets takes. */
    private static long target(Query query) {
        String type = query.required("offset_type");
        long number = query.choice("offset_type", TYPES).orElseThrow();
        boolean atTimestamp = type.equals(AT_TIMESTAMP);
        if (atTimestamp != query.text("timestamp").isPresent()) {
            throw ProblemException.badRequest(
                    atTimestamp
                            ? "The query parameter timestamp is missing: " + Timestamps.EXPECTED + "."
                            : "The query parameter timestamp belongs to offset_type=timestamp.");
        }
        if (!atTimestamp) {
            return number;
        }
        return Timestamps.parse(query.required("timestamp"))
                .orElseThrow(() -> ProblemException.badRequest(
                        "The query parameter timestamp is not a time: " + Timestamps.EXPECTED + "."));
    }
}

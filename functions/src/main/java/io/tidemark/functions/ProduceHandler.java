package io.tidemark.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.functions.http.Dispatcher;
import io.tidemark.functions.http.Json;
import io.tidemark.functions.http.KafkaErrors;
import io.tidemark.functions.http.Reply;
import io.tidemark.functions.http.Request;
import io.tidemark.functions.invocation.Invocation;
import io.tidemark.functions.invocation.Metric;
import io.tidemark.functions.json.ProduceBody;
import io.tidemark.functions.json.ProducerFields;
import io.tidemark.functions.json.Reports;
import io.tidemark.functions.route.LambdaFunction;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.produce.Produced;
import io.tidemark.produce.ProducedRecord;
import io.tidemark.record.Answer;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import java.util.Map;

/** Appends records and batches. */
@Named("produce")
public final class ProduceHandler implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private static final int MULTI_STATUS = 207;
    private static final long NO_APPEND_TIME = -1;

    private final Service service;
    private final Dispatcher dispatcher;

    @Inject
    public ProduceHandler(Service service) {
        this.service = service;
        this.dispatcher = new Dispatcher(
                LambdaFunction.PRODUCE,
                service.clusterId(),
                Map.of(
                        "produceRecords", this::records,
                        "produceRecordsBatch", this::recordsBatch,
                        "produceBatch", this::batch));
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return service.invocations()
                .run(LambdaFunction.PRODUCE.handlerName(), context, call -> dispatcher.answer(event, call));
    }

    private Reply records(Request request) {
        TopicName topic = request.topic();
        ProduceBody body = ProduceBody.readStream(request, service.clock().millis());
        var answers = produce(request, body, topic);
        return Reply.json(200, new Reports(service.clusterId(), topic).stream(body.records(), answers));
    }

    private Reply recordsBatch(Request request) {
        TopicName topic = request.topic();
        ProduceBody body = ProduceBody.readBatch(request, service.clock().millis());
        var answers = produce(request, body, topic);
        return Reply.json(MULTI_STATUS, new Reports(service.clusterId(), topic).batch(body, answers));
    }

    private List<Answer<ProducedRecord>> produce(Request request, ProduceBody body, TopicName topic) {
        Invocation invocation = request.invocation();
        var answers = service.tidemark().produceRecords(body.toRequest(topic).within(invocation.deadline()));
        invocation.answered(answers);
        invocation.add(
                Metric.RECORDS,
                answers.stream().filter(Answer.Given.class::isInstance).count());
        invocation.add(Metric.SEAL_LAG, service.tidemark().takeSealLag());
        return answers;
    }

    private Reply batch(Request request) {
        TopicPartition partition = request.partition();
        Invocation invocation = request.invocation();
        Produced produced = KafkaErrors.taken(service.tidemark()
                .produce(new ProduceRequest(
                        ProducerFields.transactionalId(request),
                        List.of(new PartitionBatch(partition, request.body())),
                        invocation.deadline()))
                .get(0));
        invocation.add(Metric.RECORDS, produced.lastOffset() - produced.baseOffset() + 1);
        invocation.add(Metric.SEAL_LAG, service.tidemark().takeSealLag());
        return Reply.json(
                200,
                Json.object()
                        .put("partition_id", partition.partition())
                        .put("base_offset", produced.baseOffset())
                        .put("last_offset", produced.lastOffset())
                        .put("log_append_time", produced.logAppendTimeMs().orElse(NO_APPEND_TIME))
                        .put("log_start_offset", produced.logStartOffset()));
    }
}

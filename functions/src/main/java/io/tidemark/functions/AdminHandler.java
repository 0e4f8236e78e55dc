package io.tidemark.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.functions.http.Dispatcher;
import io.tidemark.functions.http.Operation;
import io.tidemark.functions.http.Reply;
import io.tidemark.functions.http.Request;
import io.tidemark.functions.json.DeletionBody;
import io.tidemark.functions.route.LambdaFunction;
import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.record.Answer;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Administers topics, their configs and what they keep. */
@Named("admin")
public final class AdminHandler implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Service service;
    private final Dispatcher dispatcher;

    @Inject
    public AdminHandler(Service service) {
        this.service = service;
        Map<String, Operation> operations = new HashMap<>();
        operations.putAll(new TopicOperations(service).byId());
        operations.putAll(new ConfigOperations(service).byId());
        operations.put("deleteRecords", this::deleteRecords);
        this.dispatcher = new Dispatcher(LambdaFunction.ADMIN, service.clusterId(), operations);
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return service.invocations()
                .run(LambdaFunction.ADMIN.handlerName(), context, call -> dispatcher.answer(event, call));
    }

    private Reply deleteRecords(Request request) {
        DeleteRecordsRequest deletion = DeletionBody.read(request.topic(), request.text());
        List<Answer<Long>> answers = service.tidemark().deleteRecords(deletion);
        request.invocation().answered(answers);
        return Reply.json(200, DeletionBody.toJson(deletion, answers));
    }
}

package io.tidemark.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.functions.http.Dispatcher;
import io.tidemark.functions.http.KafkaErrors;
import io.tidemark.functions.http.ProblemException;
import io.tidemark.functions.http.Reply;
import io.tidemark.functions.http.Request;
import io.tidemark.functions.json.TransactionBodies;
import io.tidemark.functions.route.LambdaFunction;
import io.tidemark.functions.route.Routes;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.Map;
import java.util.Optional;

/** Gives producers their ids and epochs, and ends their transactions. */
@Named("transactions")
public final class TransactionsHandler implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private static final String TRANSACTIONAL_ID = "transactional_id";

    private final Service service;
    private final Dispatcher dispatcher;

    @Inject
    public TransactionsHandler(Service service) {
        this.service = service;
        this.dispatcher = new Dispatcher(
                LambdaFunction.TRANSACTIONS,
                service.clusterId(),
                Map.of(
                        "initProducer", this::initProducer,
                        "endTransaction", this::endTransaction,
                        "listTransactions", this::listTransactions,
                        "getTransaction", this::getTransaction));
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return service.invocations()
                .run(LambdaFunction.TRANSACTIONS.handlerName(), context, call -> dispatcher.answer(event, call));
    }

    private Reply initProducer(Request request) {
        var answer = service.tidemark().initProducer(TransactionBodies.readInit(request.text()));
        return Reply.json(200, TransactionBodies.producer(KafkaErrors.valueOf(answer)));
    }

    private Reply endTransaction(Request request) {
        var answer = service.tidemark().endTransaction(TransactionBodies.readEnd(id(request), request.text()));
        return Reply.json(200, TransactionBodies.ended(KafkaErrors.valueOf(answer)));
    }

    private Reply listTransactions(Request request) {
        var answer = service.tidemark().transactions(request.query().text("page_token"));
        return Reply.json(200, TransactionBodies.list(service.clusterId(), KafkaErrors.valueOf(answer)));
    }

    private Reply getTransaction(Request request) {
        var answer = service.tidemark().describeTransaction(id(request));
        return Reply.json(200, TransactionBodies.transaction(service.clusterId(), KafkaErrors.valueOf(answer)));
    }

    /** The path's, or, where that leaves it to the query, the query's: no gateway changes one on its way. */
    private static String id(Request request) {
        String inPath = request.variable(TRANSACTIONAL_ID);
        Optional<String> inQuery = request.query().text(TRANSACTIONAL_ID);
        if (inQuery.isPresent() && !inPath.equals(Routes.IN_THE_QUERY)) {
            throw ProblemException.badRequest("The transactional id is given twice: where it stands in the query, the"
                    + " path has " + Routes.IN_THE_QUERY + " in its place.");
        }
        return inQuery.orElse(inPath);
    }
}

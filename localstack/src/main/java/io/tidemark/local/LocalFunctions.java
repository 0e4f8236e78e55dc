package io.tidemark.local;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.Tidemark;
import io.tidemark.functions.AdminHandler;
import io.tidemark.functions.FetchHandler;
import io.tidemark.functions.LookupHandler;
import io.tidemark.functions.MaintenanceHandler;
import io.tidemark.functions.ProduceHandler;
import io.tidemark.functions.Service;
import io.tidemark.functions.TransactionsHandler;
import io.tidemark.functions.route.LambdaFunction;
import io.tidemark.local.lambda.LocalFunction;
import io.tidemark.local.lambda.Router;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The functions of the deployment, on one pair of stores in this process. */
record LocalFunctions(
        Map<LambdaFunction, LocalFunction<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>> byName,
        LocalFunction<?, ?> maintenance) {
    static final String CLUSTER_ID = "local";
    static final String MAINTENANCE = "maintenance";

    LocalFunctions {
        byName = Map.copyOf(byName);
    }

    static LocalFunctions on(ObjectStore objects, ItemStore items, Environment environment) {
        Service service = new Service(new Tidemark(objects, items, environment), CLUSTER_ID, environment.clock());
        return new LocalFunctions(
                Arrays.stream(LambdaFunction.values())
                        .collect(Collectors.toMap(Function.identity(), name -> function(name, service))),
                maintenance(service));
    }

    private static LocalFunction<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> function(
            LambdaFunction name, Service service) {
        return new LocalFunction<>(name.handlerName(), APIGatewayV2HTTPEvent.class, handler(name, service));
    }

    private static RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler(
            LambdaFunction name, Service service) {
        return switch (name) {
            case PRODUCE -> new ProduceHandler(service);
            case FETCH -> new FetchHandler(service);
            case LOOKUP -> new LookupHandler(service);
            case ADMIN -> new AdminHandler(service);
            case TRANSACTIONS -> new TransactionsHandler(service);
        };
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // a class of a generic type cannot be written
    private static LocalFunction<?, ?> maintenance(Service service) {
        return new LocalFunction(MAINTENANCE, Map.class, new MaintenanceHandler(service));
    }

    List<LocalFunction<?, ?>> all() {
        return Stream.concat(byName.values().stream(), Stream.<LocalFunction<?, ?>>of(maintenance))
                .toList();
    }

    Router router() {
        return new FunctionRouter(byName);
    }
}

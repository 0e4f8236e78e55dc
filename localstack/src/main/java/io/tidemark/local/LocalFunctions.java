package io.tidemark.local;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.Tidemark;
import io.tidemark.functions.AdminHandler;
import io.tidemark.functions.FetchHandler;
import io.tidemark.functions.LookupHandler;
import io.tidemark.functions.ProduceHandler;
import io.tidemark.functions.Service;
import io.tidemark.functions.route.LambdaFunction;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The functions of the deployment, on one pair of stores in this process. */
record LocalFunctions(Map<LambdaFunction, LocalFunction<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>> byName) {
    static final String CLUSTER_ID = "local";

    /** Store calls that go out together; beyond that, the request's own thread makes them. */
    private static final int MAX_STORE_THREADS = 256;

    private static final Duration IDLE_THREAD = Duration.ofSeconds(30);

    LocalFunctions {
        byName = Map.copyOf(byName);
    }

    static LocalFunctions on(ObjectStore objects, ItemStore items, Clock clock, SecureRandom random) {
        Environment environment = new Environment(clock, random, LocalFunctions::sleep, storeThreads());
        Service service = new Service(new Tidemark(objects, items, environment), CLUSTER_ID, clock);
        return new LocalFunctions(Arrays.stream(LambdaFunction.values())
                .collect(Collectors.toMap(Function.identity(), name -> function(name, service))));
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
        };
    }

    private static void sleep(Duration duration) {
        try {
            TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Executor storeThreads() {
        return new ThreadPoolExecutor(
                0,
                MAX_STORE_THREADS,
                IDLE_THREAD.toSeconds(),
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                new DaemonThreads("store"),
                new ThreadPoolExecutor.CallerRunsPolicy());
    }

    List<LocalFunction<?, ?>> all() {
        return List.copyOf(byName.values());
    }

    Router router() {
        return new FunctionRouter(byName);
    }
}

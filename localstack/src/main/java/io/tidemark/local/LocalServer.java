package io.tidemark.local;

import io.tidemark.functions.SystemEnvironment;
import io.tidemark.local.http.Exchanges;
import io.tidemark.local.http.HttpFront;
import io.tidemark.local.http.Requests;
import io.tidemark.local.http.Turns;
import io.tidemark.local.lambda.Gateway;
import io.tidemark.local.lambda.InvokeCall;
import io.tidemark.local.lambda.Schedule;
import io.tidemark.store.Environment;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** {@code tidemark local}: the whole service in one process, on the embedded store or on an endpoint. */
public final class LocalServer implements AutoCloseable {
    private static final int STATUS_FAILED = 1;
    private static final int STATUS_USAGE = 2;

    /** What running requests get to finish when the server stops. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** Light calls at work at a time: on the heap that the start script gives, or so many fewer heavy ones. */
    private static final int MAX_TURNS = 32;

    private static final Duration TURN_WAIT = Duration.ofSeconds(20);

    private final OpenedStores stores;
    private final HttpFront front;
    private final Schedule maintenance;

    private LocalServer(OpenedStores stores, HttpFront front, Schedule maintenance) {
        this.stores = stores;
        this.front = front;
        this.maintenance = maintenance;
    }

    public static void main(String[] arguments) {
        int status = run(List.of(arguments));
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int run(List<String> arguments) {
        CommandLine line = CommandLine.parse(arguments);
        if (line instanceof CommandLine.Wrong wrong) {
            System.err.println("tidemark: " + wrong.reason());
            System.err.print(CommandLine.USAGE);
            return STATUS_USAGE;
        }
        if (line instanceof CommandLine.Serve serve) {
            return serve(serve.options());
        }
        System.out.print(CommandLine.USAGE);
        return 0;
    }

    private static int serve(Options options) {
        Logs.formatLines();
        Logs.from(options.logLevel());
        try {
            LocalServer server = start(options);
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop"));
            System.out.println("Tidemark is ready at " + server.url());
            return 0;
        } catch (StartupException e) {
            System.err.println("tidemark: " + e.getMessage());
            return STATUS_FAILED;
        }
    }

    /**
     * Opens the store and serves on it.
     *
     * @throws StartupException where the port or the data directory is not to be had
     */
    static LocalServer start(Options options) throws StartupException {
        Environment system = SystemEnvironment.create();
        OpenedStores stores = OpenedStores.open(options.place(), system);
        try {
            return over(stores, system, options);
        } catch (StartupException e) {
            stores.closing().run();
            throw e;
        }
    }

    private static LocalServer over(OpenedStores stores, Environment system, Options options) throws StartupException {
        Turns turns = new Turns(MAX_TURNS, TURN_WAIT);
        Environment environment =
                new Environment(system.clock(), system.random(), turns.pausing(system.pause()), system.executor());
        LocalFunctions functions = LocalFunctions.on(stores.objects(), stores.items(), environment);
        InvokeCall invoke = new InvokeCall(functions.all(), system.clock(), system.random());
        Gateway gateway = new Gateway(functions.router(), system.clock(), system.random());
        HttpFront front = front(options.port(), new Exchanges(new Requests(turns, invoke, gateway)));
        return new LocalServer(
                stores, front, new Schedule(functions.maintenance(), system, options.maintenanceInterval()));
    }

    private static HttpFront front(int port, Exchanges exchanges) throws StartupException {
        try {
            return HttpFront.open(port, exchanges);
        } catch (BindException e) {
            throw new StartupException("port " + port + " is taken: choose another one with --port", e);
        } catch (IOException e) {
            throw new StartupException("cannot listen on port " + port + ": " + e.getMessage(), e);
        }
    }

    /** Where the server listens. */
    URI url() {
        return front.url();
    }

    /** Lets requests finish for some seconds, then closes the store. */
    @Override
    public void close() {
        front.stop(GRACE);
        maintenance.close();
        stores.closing().run();
    }
}

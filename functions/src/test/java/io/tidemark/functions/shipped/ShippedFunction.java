package io.tidemark.functions.shipped;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.functions.shipped.RuntimeApi.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** One function as it runs on Lambda: the shipped package, unpacked, under AWS's runtime interface client. */
final class ShippedFunction implements AutoCloseable {
    /** What an API function has of its time on Lambda when it begins; more than the slowest machine needs. */
    static final Duration USUAL_TIME = Duration.ofSeconds(90);

    private static final String CLIENT = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
    static final String HANDLER = "io.quarkus.amazon.lambda.runtime.QuarkusStreamHandler::handleRequest";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final int WAIT_MS = 100;

    private final RuntimeApi api;
    private final Process process;
    private final List<String> lines = new ArrayList<>();
    private final Thread reader;

    private ShippedFunction(RuntimeApi api, Process process) {
        this.api = api;
        this.process = process;
        this.reader = new Thread(this::read, "shipped-function-log");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a function; does not wait for it. On Lambda too the client alone is on the class path: it loads the package
     * from the folder that it starts in.
     *
     * @param handler what Lambda is told to call
     * @param environment the function's own
     */
    static ShippedFunction start(ShippedPackage shipped, String handler, Map<String, String> environment)
            throws IOException {
        RuntimeApi api = new RuntimeApi();
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx512m",
                        // as on Lambda, where the client brings the snapshots' hooks
                        "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac",
                        "-Dcom.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI="
                                + shipped.clientLibrary(),
                        "-cp",
                        shipped.clientJars(),
                        CLIENT,
                        handler)
                .directory(shipped.root().toFile())
                .redirectErrorStream(true);
        Map<String, String> variables = new TreeMap<>();
        variables.put("AWS_LAMBDA_RUNTIME_API", api.address());
        variables.put("AWS_LAMBDA_LOG_FORMAT", "JSON");
        variables.put("AWS_LAMBDA_FUNCTION_VERSION", "1");
        variables.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "512");
        variables.put("AWS_REGION", "us-east-1");
        variables.put("AWS_ACCESS_KEY_ID", "test");
        variables.put("AWS_SECRET_ACCESS_KEY", "test");
        variables.put("LAMBDA_TASK_ROOT", shipped.root().toString());
        variables.put("_HANDLER", handler);
        variables.putAll(environment);
        builder.environment().clear();
        builder.environment().putAll(variables);
        return new ShippedFunction(api, builder.start());
    }

    /** What became of the start: a success, or the reason why there is none. */
    Answer started() {
        return await(api.ready());
    }

    Answer invoke(JsonNode event) {
        return invoke(event.toString(), USUAL_TIME);
    }

    Answer invoke(String event, Duration left) {
        return await(api.invoke(event, left));
    }

    int restores() {
        return api.restores();
    }

    /** What it printed so far. */
    List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    /** What it printed, as soon as that includes so many such lines: they come by another way than answers. */
    List<String> lines(Predicate<String> such, int count) throws InterruptedException {
        long begun = System.nanoTime();
        synchronized (lines) {
            while (lines.stream().filter(such).count() < count && System.nanoTime() - begun < PATIENCE.toNanos()) {
                lines.wait(WAIT_MS);
            }
            return List.copyOf(lines);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            reader.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        api.close();
    }

    private <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("No answer; the function printed: " + String.join("\n", lines()), e);
        }
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                synchronized (lines) {
                    lines.add(line);
                    lines.notifyAll();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            api.ready().complete(new Answer(false, "The process has ended."));
        }
    }
}

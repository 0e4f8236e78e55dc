package io.tidemark.local;

import io.tidemark.store.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The server in a process of its own, so that it can be killed. */
final class ServerProcess implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = Eventually.PATIENCE.toSeconds();
    private static final String READY = "Tidemark is ready at ";

    private final Process process;
    private final BufferedReader out;
    private final Path errors;

    private ServerProcess(Process process, Path errors) {
        this.process = process;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.errors = errors;
    }

    /** Starts it; it may end at once. */
    static ServerProcess start(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx768m",
                "-cp",
                System.getProperty("java.class.path"),
                LocalServer.class.getName()));
        command.addAll(List.of(options));
        return run(command.toArray(String[]::new));
    }

    /** Runs a command that becomes the server, on the JDK of this process and with credentials that emulators take. */
    static ServerProcess run(String... command) throws IOException {
        Path errors = Files.createTempFile("tidemark", ".err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment()
                .putAll(Map.of(
                        "JAVA_HOME", System.getProperty("java.home"),
                        "AWS_ACCESS_KEY_ID", "test",
                        "AWS_SECRET_ACCESS_KEY", "test"));
        return new ServerProcess(builder.start(), errors);
    }

    /** Waits for the line that says where it listens. */
    URI url() throws IOException {
        String line = line().orElseThrow(() -> new AssertionError("no line: " + errors()));
        if (!line.startsWith(READY)) {
            throw new AssertionError("not ready: " + line);
        }
        return URI.create(line.substring(READY.length()));
    }

    /** The next line on standard output; absent at its end. */
    Optional<String> line() throws IOException {
        return Optional.ofNullable(out.readLine());
    }

    /** What it wrote to standard error so far. */
    String errors() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends SIGTERM; unlike the process itself, its handle leaves what was printed to be read. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** Sends SIGKILL, and waits for the end. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        status();
    }

    /** Waits for the end. */
    int status() throws InterruptedException {
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("still running");
        }
        return process.exitValue();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        out.close();
        Files.deleteIfExists(errors);
    }
}

package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommandLineTest {
    @Test
    void servesPort8080AndTheDirectoryBesideTheCallerByDefault() {
        assertThat(CommandLine.parse(List.of()))
                .isEqualTo(new CommandLine.Serve(new Options(
                        8080,
                        new Place.Directory(Path.of(".tidemark")),
                        Optional.of(Duration.ofSeconds(60)),
                        LogLevel.WARN)));
    }

    @Test
    void everyOptionIsHeard() {
        assertThat(CommandLine.parse(List.of("--log-level", "debug", "--data", "some dir", "--port", "17")))
                .isEqualTo(new CommandLine.Serve(Options.DEFAULT
                        .withPort(17)
                        .withPlace(new Place.Directory(Path.of("some dir")))
                        .withLogLevel(LogLevel.DEBUG)));
    }

    @Test
    void inMemoryHasNoDirectory() {
        assertThat(CommandLine.parse(List.of("--in-memory")))
                .isEqualTo(new CommandLine.Serve(Options.DEFAULT.withPlace(new Place.Memory())));
    }

    @Test
    void anEndpointStandsForAws() {
        assertThat(CommandLine.parse(List.of("--endpoint", "http://127.0.0.1:4566", "--table", "t", "--bucket", "b")))
                .isEqualTo(new CommandLine.Serve(
                        Options.DEFAULT.withPlace(new Place.Endpoint(URI.create("http://127.0.0.1:4566"), "t", "b"))));
    }

    @Test
    void maintenanceRunsAtAnIntervalOrNot() {
        assertThat(CommandLine.parse(List.of("--maintenance-interval", "1")))
                .isEqualTo(new CommandLine.Serve(
                        Options.DEFAULT.withMaintenanceInterval(Optional.of(Duration.ofSeconds(1)))));
        assertThat(CommandLine.parse(List.of("--maintenance-interval", "off")))
                .isEqualTo(new CommandLine.Serve(Options.DEFAULT.withMaintenanceInterval(Optional.empty())));
        String expected = " is neither off nor a number of seconds of 1 or more";
        assertWrong("maintenance interval 0" + expected, "--maintenance-interval", "0");
        assertWrong("maintenance interval soon" + expected, "--maintenance-interval", "soon");
    }

    @Test
    void helpWinsOverEverythingElse() {
        assertThat(CommandLine.parse(List.of("--nonsense", "--help"))).isEqualTo(new CommandLine.Help());
        assertThat(CommandLine.parse(List.of("-h"))).isEqualTo(new CommandLine.Help());
    }

    @Test
    void portsEndAt65535() {
        assertThat(CommandLine.parse(List.of("--port", "65535"))).isInstanceOf(CommandLine.Serve.class);
        assertThat(CommandLine.parse(List.of("--port", "65536"))).isInstanceOf(CommandLine.Wrong.class);
        assertThat(CommandLine.parse(List.of("--port", "0"))).isInstanceOf(CommandLine.Serve.class);
        assertThat(CommandLine.parse(List.of("--port", "-1"))).isInstanceOf(CommandLine.Wrong.class);
    }

    @Test
    void wrongArgumentsAreNamed() {
        assertWrong("unknown option --endpoints", "--endpoints", "http://x");
        assertWrong("--endpoint, --table, --bucket belong together", "--endpoint", "http://x", "--table", "t");
        assertWrong(
                "--endpoint x is not a URL such as http://127.0.0.1:4566",
                "--endpoint",
                "x",
                "--table",
                "t",
                "--bucket",
                "b");
        assertWrong("--in-memory and --endpoint exclude each other", "--endpoint", "http://x", "--in-memory");
        assertWrong("unknown option 8080", "8080");
        assertWrong("--port needs a value", "--port");
        assertWrong("port x is not a number", "--port", "x");
        assertWrong("--data needs a directory", "--data", "");
        assertWrong("log level loud is none of error, warn, info, debug", "--log-level", "loud");
        assertWrong("--data and --in-memory exclude each other", "--in-memory", "--data", "x");
    }

    private static void assertWrong(String reason, String... arguments) {
        assertThat(CommandLine.parse(List.of(arguments))).isEqualTo(new CommandLine.Wrong(reason));
    }
}

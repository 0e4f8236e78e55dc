package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.local.http.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process as its user sees it: what it prints, how it ends. */
class LocalServerIT {
    private static final int SIGTERM_STATUS = 143;

    @TempDir
    private Path data;

    @Test
    void sigtermEndsItAndStandardOutputHoldsOneLine() throws Exception {
        try (ServerProcess server = ServerProcess.start("--port", "0", "--data", data.toString())) {
            assertThat(new RawHttp(server.url())
                            .send("GET /healthz HTTP/1.0\r\n\r\n")
                            .status())
                    .hasValue(200);

            server.terminate();

            assertThat(server.status()).isEqualTo(SIGTERM_STATUS);
            assertThat(server.line()).isEmpty();
            assertThat(server.errors()).isEmpty();
        }
    }

    @Test
    void aDirectoryServesOneProcessAtATime() throws Exception {
        try (ServerProcess first = ServerProcess.start("--port", "0", "--data", data.toString())) {
            first.url();

            assertRefused("is in use by another process", "--port", "0", "--data", data.toString());

            first.terminate();
            first.status();
        }
        try (ServerProcess next = ServerProcess.start("--port", "0", "--data", data.toString())) {
            assertThat(next.url()).isNotNull();
        }
    }

    @Test
    void aTakenPortIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = "" + taken.getLocalPort();

            assertRefused("port " + port + " is taken", "--port", port, "--in-memory");
        }
    }

    @Test
    void aDirectoryThatCannotBeMadeIsNamed() throws Exception {
        Path file = Files.createFile(data.resolve("file"));

        assertRefused(file.toString(), "--port", "0", "--data", file.toString());
    }

    @Test
    void helpIsPrintedAndWrongOptionsEndWithTwo() throws Exception {
        try (ServerProcess help = ServerProcess.start("--help")) {
            assertThat(help.line()).hasValueSatisfying(line -> assertThat(line).startsWith("usage: tidemark local"));
            assertThat(help.status()).isZero();
        }
        try (ServerProcess wrong = ServerProcess.start("--nonsense")) {
            assertThat(wrong.status()).isEqualTo(2);
            assertThat(wrong.line()).isEmpty();
            assertThat(wrong.errors()).startsWith("tidemark: unknown option --nonsense\nusage: tidemark local");
        }
    }

    private static void assertRefused(String reason, String... options) throws IOException, InterruptedException {
        try (ServerProcess process = ServerProcess.start(options)) {
            assertThat(process.status()).isEqualTo(1);
            assertThat(process.line()).isEmpty();
            assertThat(process.errors())
                    .startsWith("tidemark: ")
                    .contains(reason)
                    .hasLineCount(1);
        }
    }
}

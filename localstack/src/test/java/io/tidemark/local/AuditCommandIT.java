package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The auditor on a data directory that a server has filled. */
class AuditCommandIT {
    private static final String SOUND = """
            checked   2 partitions, 2 batches or blocks of segments, 0 time-index entries
            unnamed   0 objects, 0 bytes
            findings  none
            """;

    @TempDir
    private Path directory;

    private Path data;

    private record Ended(int status, String out, String err) {}

    /** Two topics with a batch each. */
    @BeforeEach
    void fill() throws Exception {
        data = directory.resolve("data");
        try (LocalServer server = LocalServer.start(served())) {
            Api api = new Api(server.url());
            for (String topic : List.of("orders", "payments")) {
                assertThat(api.post("/topics", "{\"topic_name\":\"" + topic + "\",\"partitions_count\":1}")
                                .status())
                        .isEqualTo(201);
                assertThat(api.post(
                                        "/topics/" + topic + "/records",
                                        "{\"value\":{\"type\":\"STRING\",\"data\":\"" + topic + "\"}}")
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    private Options served() {
        return Options.DEFAULT
                .withPort(0)
                .withPlace(new Place.Directory(data))
                .withMaintenanceInterval(Optional.empty());
    }

    @Test
    void aSoundStoreHasStatusZero() {
        assertThat(audit("--data", data.toString())).isEqualTo(new Ended(0, SOUND, ""));
        assertThat(audit("--data", data.toString(), "--deep")).isEqualTo(new Ended(0, SOUND, ""));
    }

    @Test
    void aMissingObjectIsToldWithWhatItMeansAndWhatToDo() throws Exception {
        Files.delete(objectOf("orders"));

        Ended ended = audit("--data", data.toString());

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.out())
                .startsWith("OBJECT_IS_THERE\n  what it means: An object that the log needs is missing")
                .contains("  what to do:    With versioning", "\n  - orders-0 offset 0: object data/", "findings  1\n");
    }

    @Test
    void onlyADeepAuditReadsEveryByte() throws Exception {
        Path object = objectOf("payments");
        byte[] content = Files.readAllBytes(object);
        content[content.length - 3] ^= 1;
        Files.write(object, content);

        assertThat(audit("--data", data.toString()).status()).isZero();
        Ended deep = audit("--data", data.toString(), "--deep");
        assertThat(deep.status()).isEqualTo(1);
        assertThat(deep.out()).startsWith("BATCH_IS_SOUND").contains("\n  - payments-0 offset 0: ");

        assertThat(audit("--data", data.toString(), "--deep", "--topic", "orders")
                        .out())
                .contains("checked   1 partitions, 1 batches", "findings  none");
    }

    @Test
    void whatCannotBeCheckedHasStatusTwo() throws Exception {
        Path missing = directory.resolve("missing");
        assertThat(audit("--data", missing.toString()))
                .isEqualTo(new Ended(2, "", "tidemark: not audited: there is no data directory " + missing + "\n"));
        assertThat(missing).doesNotExist();

        assertThat(audit("--data", data.toString(), "--topic", "returns"))
                .isEqualTo(new Ended(2, "", "tidemark: not audited: there is no topic returns\n"));
        assertThat(audit("--depth").err()).startsWith("tidemark: unknown option --depth\nusage: tidemark audit");
        assertThat(audit("--depth").status()).isEqualTo(2);
        assertThat(audit("--help")).isEqualTo(new Ended(0, AuditArguments.USAGE, ""));
    }

    @Test
    void theDirectoryOfARunningServerIsNotTouched() throws Exception {
        try (ServerProcess server = ServerProcess.start("--port", "0", "--data", data.toString())) {
            Api api = new Api(server.url());

            assertThat(audit("--data", data.toString()))
                    .isEqualTo(new Ended(
                            2,
                            "",
                            "tidemark: not audited: data directory " + data.toRealPath()
                                    + " is in use by another process: stop it first\n"));
            assertThat(api.get("/topics").status()).isEqualTo(200);
            server.kill();
        }
        assertThat(audit("--data", data.toString()).status()).isZero();
    }

    /** The object of the topic's batch; a record's value is its topic's name. */
    private Path objectOf(String topic) throws IOException {
        try (Stream<Path> files = Files.walk(data.resolve("objects"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(topic)) {
                    return file;
                }
            }
        }
        throw new AssertionError("no object of " + topic);
    }

    private static Ended audit(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = AuditCommand.run(
                List.of(arguments),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Ended(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}

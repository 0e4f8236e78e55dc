package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The compose file and the shell scripts: what can be said of them without running them. */
class ScriptsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path COMPOSE = ROOT.resolve("localstack/compose.yaml");

    /** Written so that this file does not hold it. */
    private static final String IMAGE = "localstack/" + "localstack:";

    @Test
    void theComposeFileRunsOnePinnedLocalStack() throws IOException {
        JsonNode services = new YAMLMapper().readTree(COMPOSE.toFile()).path("services");

        assertThat(services.fieldNames()).toIterable().containsExactly("localstack");
        assertThat(services.at("/localstack/image").asText()).matches(IMAGE + "\\d+\\.\\d+\\.\\d+");
        assertThat(services.at("/localstack/ports/0").asText()).isEqualTo("127.0.0.1:4566:4566");
    }

    @Test
    void theImageIsNamedInOnePlace() throws IOException {
        assertThat(files("java", "sh", "py", "yaml", "xml", "md", "tf"))
                .filteredOn(ScriptsTest::namesTheImage)
                .containsExactly(COMPOSE);
    }

    @Test
    void theShellCanReadEveryScript() throws Exception {
        List<Path> scripts = Stream.concat(
                        files("sh").stream(), Stream.of(ROOT.resolve(".ci/run"), ROOT.resolve(".ci/start-emulator")))
                .toList();

        assertThat(scripts).contains(ROOT.resolve("localstack/deploy.sh"), ROOT.resolve("localstack/smoke.sh"));
        for (Path script : scripts) {
            Process bash = new ProcessBuilder("bash", "-n", script.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(said).as(script.toString()).isEmpty();
            assertThat(bash.waitFor()).as(script.toString()).isZero();
        }
    }

    private static boolean namesTheImage(Path file) {
        try {
            return Files.readString(file).contains(IMAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What has one of these endings, but for what builds and Terraform leave behind. */
    private static List<Path> files(String... endings) throws IOException {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(file ->
                            Stream.of(endings).anyMatch(end -> file.toString().endsWith("." + end)))
                    .filter(file -> Stream.of("target", ".git", ".terraform", ".tidemark")
                            .noneMatch(name -> file.toString().contains("/" + name + "/")))
                    .toList();
        }
    }
}

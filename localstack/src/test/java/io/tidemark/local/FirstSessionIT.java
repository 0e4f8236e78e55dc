package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README shows what its first session really answers. */
class FirstSessionIT {
    private static final Path README = Path.of("..", "README.md");
    private static final Path SCRIPT = Path.of("..", "docs", "first-session.sh");

    /** The fenced block after the marker. */
    private static final Pattern BLOCK =
            Pattern.compile("<!-- first-session -->\\s*```\\w*\\n(.*?)```", Pattern.DOTALL);

    @Test
    void theReadmeShowsWhatTheFirstSessionAnswers() throws Exception {
        Matcher block = BLOCK.matcher(Files.readString(README));
        assertThat(block.find())
                .as("a fenced block after <!-- first-session --> in README.md")
                .isTrue();

        assertThat(session()).isEqualTo(block.group(1));
    }

    private static String session() throws StartupException, IOException, InterruptedException {
        try (LocalServer server = LocalServer.start(Options.DEFAULT.withPort(0).withPlace(new Place.Memory()))) {
            String url = server.url().toString();
            Process script = new ProcessBuilder("sh", SCRIPT.toString(), url)
                    .redirectErrorStream(true)
                    .start();
            String output = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(script.waitFor()).as(output).isZero();
            return output.replace(url, "http://127.0.0.1:8080");
        }
    }
}

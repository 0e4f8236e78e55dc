package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The README's first session: what it shows, and what a server answers to it. */
final class FirstSession {
    private static final Path README = Path.of("..", "README.md");
    private static final Path SCRIPT = Path.of("..", "docs", "first-session.sh");
    private static final String SHOWN_URL = "http://127.0.0.1:8080";

    /** The fenced block after the marker. */
    private static final Pattern BLOCK =
            Pattern.compile("<!-- first-session -->\\s*```\\w*\\n(.*?)```", Pattern.DOTALL);

    private FirstSession() {}

    static String shown() throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(README));
        assertThat(block.find())
                .as("a fenced block after <!-- first-session --> in README.md")
                .isTrue();
        return block.group(1);
    }

    /** Commands and answers, as if the server were where the README says. */
    static String with(URI server) throws IOException, InterruptedException {
        Process script = new ProcessBuilder("sh", SCRIPT.toString(), server.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(script.waitFor()).as(output).isZero();
        return output.replace(server.toString(), SHOWN_URL);
    }
}

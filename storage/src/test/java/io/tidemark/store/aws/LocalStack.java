package io.tidemark.store.aws;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.localstack.LocalStackContainer;

/** LocalStack in a container, where a Docker engine answers; one for all tests of this JVM, ended with it. */
final class LocalStack {
    /** The one place that names the image. */
    private static final Path COMPOSE = Path.of("..", "localstack", "compose.yaml");

    private static final Pattern IMAGE = Pattern.compile("^ *image: (\\S+)$", Pattern.MULTILINE);

    private LocalStack() {}

    static Optional<URI> endpoint() {
        return Holder.ENDPOINT;
    }

    /** Without a hint that there is an engine none is looked for, which takes its time and complains. */
    private static Optional<URI> start() {
        boolean hinted = System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock"));
        if (!hinted || !DockerClientFactory.instance().isDockerAvailable()) {
            return Optional.empty();
        }
        LocalStackContainer container = new LocalStackContainer(image()).withServices("dynamodb", "s3");
        container.start();
        Runtime.getRuntime().addShutdownHook(new Thread(container::stop, "localstack-stop"));
        return Optional.of(container.getEndpoint());
    }

    static String image() {
        try {
            Matcher line = IMAGE.matcher(Files.readString(COMPOSE));
            if (line.find()) {
                return line.group(1);
            }
            throw new IllegalStateException("no image in " + COMPOSE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Holder {
        private static final Optional<URI> ENDPOINT = start();
    }
}

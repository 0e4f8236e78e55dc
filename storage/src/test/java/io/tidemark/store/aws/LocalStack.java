package io.tidemark.store.aws;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.localstack.LocalStackContainer;

/** LocalStack in a container, where a Docker engine answers; one for all tests of this JVM, ended with it. */
final class LocalStack {
    /** The last image that needs no token. */
    private static final String IMAGE = "localstack/localstack:4.14.0";

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
        LocalStackContainer container = new LocalStackContainer(IMAGE).withServices("dynamodb", "s3");
        container.start();
        Runtime.getRuntime().addShutdownHook(new Thread(container::stop, "localstack-stop"));
        return Optional.of(container.getEndpoint());
    }

    private static final class Holder {
        private static final Optional<URI> ENDPOINT = start();
    }
}

package io.tidemark.local;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How the local server is to run.
 *
 * @param port to listen on at the loopback address; 0 takes a free one
 * @param data directory of the embedded store; empty keeps everything in memory
 * @param logLevel of what goes to standard error
 */
record Options(int port, Optional<Path> data, LogLevel logLevel) {
    static final int DEFAULT_PORT = 8080;
    static final int MAX_PORT = 65_535;
    static final Path DEFAULT_DATA = Path.of(".tidemark");
    static final Options DEFAULT = new Options(DEFAULT_PORT, Optional.of(DEFAULT_DATA), LogLevel.WARN);

    Options {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port " + port + " is not in 0.." + MAX_PORT);
        }
    }

    Options withPort(int value) {
        return new Options(value, data, logLevel);
    }

    Options withData(Optional<Path> value) {
        return new Options(port, value, logLevel);
    }

    Options withLogLevel(LogLevel value) {
        return new Options(port, data, value);
    }
}

package io.tidemark.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How the local server is to run.
 *
 * @param port to listen on at the loopback address; 0 takes a free one
 * @param place where the data is kept
 * @param maintenanceInterval from the end of one maintenance run to the next one; empty for no runs
 * @param logLevel of what goes to standard error
 */
record Options(int port, Place place, Optional<Duration> maintenanceInterval, LogLevel logLevel) {
    static final int DEFAULT_PORT = 8080;
    static final int MAX_PORT = 65_535;
    static final Path DEFAULT_DATA = Path.of(".tidemark");
    static final Duration DEFAULT_MAINTENANCE_INTERVAL = Duration.ofMinutes(1);
    static final Options DEFAULT = new Options(
            DEFAULT_PORT, new Place.Directory(DEFAULT_DATA), Optional.of(DEFAULT_MAINTENANCE_INTERVAL), LogLevel.WARN);

    Options {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port " + port + " is not in 0.." + MAX_PORT);
        }
    }

    Options withPort(int value) {
        return new Options(value, place, maintenanceInterval, logLevel);
    }

    Options withPlace(Place value) {
        return new Options(port, value, maintenanceInterval, logLevel);
    }

    Options withMaintenanceInterval(Optional<Duration> value) {
        return new Options(port, place, value, logLevel);
    }

    Options withLogLevel(LogLevel value) {
        return new Options(port, place, maintenanceInterval, value);
    }
}

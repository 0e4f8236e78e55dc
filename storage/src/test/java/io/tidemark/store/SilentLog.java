package io.tidemark.store;

import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Keeps a logger silent during the tests of a class that cause by the thousand what it tells, and gives it back. */
public final class SilentLog implements BeforeAllCallback, AfterAllCallback {
    /** Held, so that its level stays. */
    private final Logger logger;

    private Optional<Level> before = Optional.empty();

    private SilentLog(Logger logger) {
        this.logger = logger;
    }

    public static SilentLog of(String logger) {
        return new SilentLog(Logger.getLogger(logger));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        before = Optional.ofNullable(logger.getLevel());
        logger.setLevel(Level.OFF);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        logger.setLevel(before.orElse(null));
    }
}

package io.tidemark.maintenance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** The lines that maintenance logs while this is open, instead of where they go otherwise. */
final class CapturedLog implements AutoCloseable {
    private final Logger logger = Logger.getLogger("io.tidemark.maintenance");
    private final List<String> lines = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            lines.add(record.getLevel() + " " + new SimpleFormatter().formatMessage(record));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private final Optional<Level> levelBefore = Optional.ofNullable(logger.getLevel());

    CapturedLog() {
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.ALL);
    }

    /** Those of this level, each with its level before it. */
    List<String> lines(Level level) {
        return lines.stream().filter(line -> line.startsWith(level + " ")).toList();
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
        logger.setLevel(levelBefore.orElse(null));
    }
}

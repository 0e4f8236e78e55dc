package io.tidemark.local;

import java.util.logging.Handler;
import java.util.logging.Logger;

/** Sends what is logged to standard error, one line each, from a level on. */
final class Logs {
    private static final Logger ROOT = Logger.getLogger("");

    /** Held here: the logging system forgets the level of a logger that nobody holds. */
    private static final Logger OURS = Logger.getLogger("io.tidemark");

    private Logs() {}

    /** Libraries are heard from their warnings on, whatever the level. */
    static void from(LogLevel level) {
        for (Handler handler : ROOT.getHandlers()) {
            handler.setLevel(level.level());
        }
        ROOT.setLevel(level == LogLevel.ERROR ? LogLevel.ERROR.level() : LogLevel.WARN.level());
        OURS.setLevel(level.level());
    }

    /** To be set before anything is logged. */
    static void formatLines() {
        System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tFT%1$tT.%1$tL%1$tz %4$s %3$s %5$s%6$s%n");
    }
}

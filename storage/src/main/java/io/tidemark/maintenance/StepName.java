package io.tidemark.maintenance;

import java.util.Arrays;
import java.util.Optional;

/** The steps by the names that an operator gives and that reports show, in the order in which they run. */
public enum StepName {
    END_TRANSACTIONS("end-transactions"),
    SEAL("seal"),
    RETENTION("retention"),
    REBUILD_INDEX("rebuild-index"),
    REMOVE("remove"),
    MERGE("merge"),
    COMPACT("compact"),
    DROP_ATTEMPTS("drop-attempts"),
    DROP_PRODUCERS("drop-producers"),
    PURGE("purge"),
    SWEEP("sweep");

    private final String text;

    StepName(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    public static Optional<StepName> parse(String text) {
        return Arrays.stream(values()).filter(name -> name.text.equals(text)).findFirst();
    }
}

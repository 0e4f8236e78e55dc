package io.tidemark.maintenance;

/** A run may not write any more; thrown before anything is sent. What it was about to do is the next run's. */
final class RunTooOldException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RunTooOldException(String what) {
        super(what);
    }
}

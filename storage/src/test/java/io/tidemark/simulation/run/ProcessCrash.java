package io.tidemark.simulation.run;

/** Ends a process in the middle of a call. An error, because nothing in the log catches it: a dead process does not. */
final class ProcessCrash extends Error {
    private static final long serialVersionUID = 1L;
}

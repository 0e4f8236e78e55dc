package io.tidemark.functions;

/** Ends an invocation in which a partition could not be maintained; the others were. */
final class MaintenanceFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MaintenanceFailedException(String message) {
        super(message);
    }
}

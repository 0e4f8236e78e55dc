package io.tidemark.functions.http;

/** Ends a request with an error answer; caught where answers are made. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.message());
        this.problem = problem;
    }

    /** 400 for a request that is not as the API description says. */
    public static ProblemException badRequest(String message) {
        return new ProblemException(new Problem(40000, message));
    }

    public Problem problem() {
        return problem;
    }
}

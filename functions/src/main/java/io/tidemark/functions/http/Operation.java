package io.tidemark.functions.http;

/** Answers one route's requests. */
@FunctionalInterface
public interface Operation {

    /** @throws ProblemException where there is no answer but an error */
    Reply answer(Request request);
}

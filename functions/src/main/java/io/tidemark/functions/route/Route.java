package io.tidemark.functions.route;

import java.util.List;

/**
 * One operation of the HTTP surface.
 *
 * @param method in capitals
 * @param function who answers it
 * @param operationId its name in the API description
 * @param queryParameters those it knows; any other is refused
 * @param consumes what its body may be; empty where it takes none
 * @param produces what it can answer with, its default first; errors are always JSON
 */
public record Route(
        String method,
        PathTemplate path,
        LambdaFunction function,
        String operationId,
        List<String> queryParameters,
        List<MediaType> consumes,
        List<MediaType> produces) {
    public Route {
        queryParameters = List.copyOf(queryParameters);
        consumes = List.copyOf(consumes);
        produces = List.copyOf(produces);
    }
}

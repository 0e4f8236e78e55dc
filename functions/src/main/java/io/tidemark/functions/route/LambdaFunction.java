package io.tidemark.functions.route;

import java.util.Locale;

/** The functions that answer HTTP requests. */
public enum LambdaFunction {
    PRODUCE,
    FETCH,
    LOOKUP,
    ADMIN,
    TRANSACTIONS;

    /** The handler's name: the value of QUARKUS_LAMBDA_HANDLER. */
    public String handlerName() {
        return name().toLowerCase(Locale.ROOT);
    }
}

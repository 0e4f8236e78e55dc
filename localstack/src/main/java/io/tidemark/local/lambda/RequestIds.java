package io.tidemark.local.lambda;

import java.util.UUID;
import java.util.random.RandomGenerator;

/** Ids that tell requests apart in logs. */
final class RequestIds {
    private RequestIds() {}

    static String next(RandomGenerator random) {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }
}

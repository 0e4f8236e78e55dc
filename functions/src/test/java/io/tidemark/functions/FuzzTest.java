package io.tidemark.functions;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.functions.Surface.Answered;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random requests, most of them near valid ones. None may be answered with a 5xx, or otherwise than the API description
 * says.
 *
 * <p>{@code -Dtidemark.seed=} replays a run, {@code -Dtidemark.fuzz.requests=} makes it longer.
 */
class FuzzTest {
    private static final int REQUESTS = Integer.getInteger("tidemark.fuzz.requests", 20_000);

    private static final int ENOUGH_FOR_EVERY_STATUS = 20_000;

    @Test
    void noRequestBreaksAFunction() {
        long seed = Long.getLong("tidemark.seed", 1);
        System.out.println("tidemark.seed=" + seed);
        Random random = new Random(seed);
        Surface surface = new Surface(new Random(seed));
        RandomRequests requests = new RandomRequests(random);
        Map<Integer, Integer> statuses = new TreeMap<>();
        for (int i = 0; i < REQUESTS; i++) {
            RandomRequests.Sent sent = requests.next();
            String described = "seed %d, request %d: %s".formatted(seed, i, sent);
            try {
                Answered answered = sent.to(surface);
                statuses.merge(answered.status(), 1, Integer::sum);
                assertThat(answered.status()).as(described + "\n" + answered).isLessThan(500);
            } catch (RuntimeException e) {
                throw new AssertionError(described, e);
            }
        }
        System.out.println("statuses " + statuses);
        if (REQUESTS >= ENOUGH_FOR_EVERY_STATUS) {
            assertThat(statuses).containsKeys(200, 201, 204, 207, 400, 404, 405, 406, 415, 416, 422);
        }
    }
}

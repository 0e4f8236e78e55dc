package io.tidemark.oracle;

import java.util.List;
import java.util.random.RandomGenerator;

/** Seeded record timestamps in one of the orders that clients produce, sane or not. */
final class RandomTimes {
    private enum Order {
        RISING,
        FALLING,
        EQUAL,
        NARROW,
        JITTERED,
        NEGATIVE,
        SOMETIMES_NONE,
        NEVER,
        FAR_FUTURE
    }

    private static final long FIRST_MS = 1_000;

    private final RandomGenerator random;
    private Order order;
    private long lastMs = FIRST_MS;

    RandomTimes(RandomGenerator random) {
        this.random = random;
        this.order = anyOrder();
    }

    /** Lets the times go on in another order from here. */
    void turn() {
        order = anyOrder();
    }

    long next() {
        return switch (order) {
            case RISING -> moved(random.nextInt(4));
            case FALLING -> moved(-random.nextInt(4));
            case EQUAL -> lastMs;
            case NARROW -> random.nextInt(40);
            case JITTERED -> Math.max(0, moved(random.nextInt(3)) - random.nextInt(50));
            case NEGATIVE -> random.nextInt(30) - 15;
            case SOMETIMES_NONE -> random.nextInt(3) == 0 ? -1 : 500 + random.nextInt(100);
            case NEVER -> -1;
            case FAR_FUTURE -> Long.MAX_VALUE - random.nextInt(20);
        };
    }

    private long moved(int byMs) {
        lastMs = Math.max(0, lastMs + byMs);
        return lastMs;
    }

    private Order anyOrder() {
        List<Order> orders = List.of(Order.values());
        return orders.get(random.nextInt(orders.size()));
    }
}

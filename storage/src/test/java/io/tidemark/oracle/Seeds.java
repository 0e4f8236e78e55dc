package io.tidemark.oracle;

import java.util.function.LongConsumer;

/** The seeds of a run: one that is given, or a number of them from 1 on. */
final class Seeds {
    private Seeds() {}

    /** @param histories how many, unless the command line says otherwise */
    static void forEach(int histories, LongConsumer test) {
        Long given = Long.getLong("tidemark.seed");
        if (given != null) {
            test.accept(given);
            return;
        }
        for (long seed = 1; seed <= Integer.getInteger("tidemark.histories", histories); seed++) {
            test.accept(seed);
        }
    }
}

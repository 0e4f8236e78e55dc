package io.tidemark.oracle;

import io.tidemark.store.aws.OnEndpoint;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A few random histories on the stores of AWS, against the scanning model; see {@link Seeds}. */
@OnEndpoint
class HistoriesOnEndpointIT {
    private static final int HISTORIES = 3;

    @Test
    void everyAnswerIsTheScans() {
        Seeds.forEach(HISTORIES, seed -> new HistoryCheck(seed, Stores.onEndpoint(), Optional.empty()).run());
    }
}

package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Random histories with maintenance between any two calls: no answer may change; see {@link Seeds}. */
class MaintainedHistoriesTest {
    private static final int HISTORIES = 60;

    @Test
    void maintenanceChangesNoAnswer() {
        List<MaintainedLog> logs = new ArrayList<>();
        Seeds.forEach(
                HISTORIES,
                seed -> new HistoryCheck(seed, Stores.inMemory(), Optional.empty(), (stores, clock) -> {
                            MaintainedLog log = MaintainedLog.over(stores, clock, seed);
                            logs.add(log);
                            return log;
                        })
                        .run());
        assertThat(logs.stream().mapToInt(MaintainedLog::merges).sum()).isPositive();
    }
}

package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.audit.Audit;
import io.tidemark.audit.AuditScope;
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
        Seeds.forEach(HISTORIES, seed -> {
            List<Audit> audits = new ArrayList<>();
            new HistoryCheck(seed, Stores.inMemory(), Optional.empty(), (stores, clock) -> {
                        MaintainedLog log = MaintainedLog.over(stores, clock, seed);
                        logs.add(log);
                        audits.add(new Audit(stores.objects(), stores.items(), clock));
                        return log;
                    })
                    .run();
            assertThat(audits.get(0).run(AuditScope.everything()).findings())
                    .as("audit, replay with -Dtidemark.seed=%d", seed)
                    .isEmpty();
        });
        assertThat(logs.stream().mapToInt(MaintainedLog::merges).sum()).isPositive();
        assertThat(logs.stream().mapToLong(MaintainedLog::objectsSwept).sum()).isPositive();
    }
}

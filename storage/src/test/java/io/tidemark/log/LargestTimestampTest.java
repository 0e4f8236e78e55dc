package io.tidemark.log;

import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.World.START_MS;
import static io.tidemark.simulation.World.list;
import static io.tidemark.simulation.World.produce;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.audit.Audit;
import io.tidemark.audit.AuditScope;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.record.Answer;
import io.tidemark.simulation.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The largest timestamp that a record can have, wherever its batch is: in the tail, in a page, in a segment. */
final class LargestTimestampTest {
    private static final long MAX_TIMESTAMP = -3;
    private static final int BATCHES = 33;

    private final World world = World.inMemory(1);
    private final Tidemark process = world.process();

    @Test
    void itIsFoundWhereverItIsAndForgottenWhenItIsDeleted() {
        value(produce(process, 0, plain("early", -1, START_MS)));
        value(produce(process, 0, plain("far", Long.MAX_VALUE)));
        assertFound("in the tail");

        for (int i = 2; i < BATCHES; i++) {
            value(produce(process, 0, plain("late" + i, START_MS + i)));
        }
        assertThat(world.head(0).offsets().sealed()).isPositive();
        assertFound("in a page");

        maintain();
        assertThat(world.head(0).offsets().merged()).isPositive();
        assertFound("in a segment");

        deleteTo(3);
        assertThat(list(process, 0, Long.MAX_VALUE)).isEqualTo(Answer.of(ListedOffset.NO_MATCH));
        assertThat(list(process, 0, MAX_TIMESTAMP)).isEqualTo(match(BATCHES, START_MS + BATCHES - 1));
        maintain();
        assertThat(list(process, 0, START_MS + 2)).isEqualTo(match(3, START_MS + 2));
        assertThat(list(process, 0, MAX_TIMESTAMP)).isEqualTo(match(BATCHES, START_MS + BATCHES - 1));
    }

    private void assertFound(String where) {
        assertThat(list(process, 0, Long.MAX_VALUE)).as(where).isEqualTo(match(2, Long.MAX_VALUE));
        assertThat(list(process, 0, Long.MAX_VALUE - 1)).as(where).isEqualTo(match(2, Long.MAX_VALUE));
        assertThat(list(process, 0, MAX_TIMESTAMP)).as(where).isEqualTo(match(2, Long.MAX_VALUE));
        assertThat(list(process, 0, 0)).as(where).isEqualTo(match(1, START_MS));
    }

    private void maintain() {
        world.clock().advance(Duration.ofHours(26));
        assertThat(process.maintain(MaintenanceRequest.due(Duration.ofMinutes(10)))
                        .failed())
                .isEmpty();
        assertThat(new Audit(world.objects(), world.items(), world.clock())
                        .run(AuditScope.everything())
                        .findings())
                .isEmpty();
    }

    private void deleteTo(long offset) {
        value(process.deleteRecords(new DeleteRecordsRequest(
                        World.TOPIC, List.of(new DeleteRecordsRequest.Entry(0, Optional.of(offset)))))
                .get(0));
    }

    private static Answer<ListedOffset> match(long offset, long timestampMs) {
        return Answer.of(new ListedOffset(Optional.of(offset), Optional.of(timestampMs), Optional.of(0)));
    }
}

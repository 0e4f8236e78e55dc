package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.log.DeleteRecordsRequest;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is removed ends below the log start, not at it. */
final class RemoveBoundsTest {
    /** A whole page. */
    private static final int PAGE = 16;

    private final HeadWorld heads = new HeadWorld(61);

    @Test
    void aPageStaysForItsLastRecord() {
        append();
        append();

        assertGoesWithItsLastRecordOnly();
    }

    @Test
    void aSegmentStaysForItsLastRecord() {
        append();
        heads.world.merge();
        append();

        assertGoesWithItsLastRecordOnly();
    }

    private void assertGoesWithItsLastRecordOnly() {
        deleteBefore(PAGE - 1);
        assertThat(remove()).isInstanceOf(StepOutcome.Idle.class);
        assertThat(heads.world.readAll(heads.topic, 0)).isEqualTo(PAGE + 1);

        deleteBefore(PAGE);
        assertThat(remove()).isInstanceOf(StepOutcome.Done.class);
        assertThat(heads.world.readAll(heads.topic, 0)).isEqualTo(PAGE);
    }

    private void append() {
        for (int i = 0; i < PAGE; i++) {
            heads.world.append(heads.topic, 0, heads.world.now().toEpochMilli());
        }
    }

    private void deleteBefore(long offset) {
        Object unused = heads.world
                .tidemark()
                .deleteRecords(new DeleteRecordsRequest(
                        heads.topic.name(), List.of(new DeleteRecordsRequest.Entry(0, Optional.of(offset)))));
    }

    private StepOutcome remove() {
        return heads.run(new Remove(heads.world.store.items()), heads.head());
    }
}

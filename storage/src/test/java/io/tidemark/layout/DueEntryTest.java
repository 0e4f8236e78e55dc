package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DueEntryTest {
    private static final TopicName ORDERS = new TopicName("orders");
    private static final PartitionId PARTITION =
            new PartitionId(TopicId.parse("5d1bd9c0-5a3f-4b5e-9a5e-000000000001"), 3);

    @Test
    void encodesToTheGoldenItemAndBack() {
        GoldenItem golden = GoldenItem.read("due-entry.txt");
        DueEntry entry = new DueEntry(ORDERS, PARTITION, Instant.ofEpochMilli(1_700_000_400_000L));

        assertThat(new GoldenItem(entry.key(), entry.encode())).isEqualTo(golden);
        assertThat(Due.decode(golden.key(), golden.item())).isEqualTo(entry);
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 0, 0",
        "0, 0, 0",
        "1, 600000, 0",
        "599999, 600000, 0",
        "600000, 600000, 600000",
        "600001, 1200000, 600000",
        // the end of time is not its beginning
        "9223372036854775807, 9223372036854600000, 9223372036854600000"
    })
    void timesAreCutToSteps(long timeMs, long notBeforeMs, long notAfterMs) {
        Instant time = Instant.ofEpochMilli(timeMs);

        assertThat(DueEntry.notBefore(ORDERS, PARTITION, time).at().toEpochMilli())
                .isEqualTo(notBeforeMs);
        assertThat(DueEntry.notAfter(ORDERS, PARTITION, time).at().toEpochMilli())
                .isEqualTo(notAfterMs);
    }
}

package io.tidemark.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import io.tidemark.record.RecordRetention;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CompactionRulesTest {
    private static final long MAPPED_TO = 100;
    private static final long NEWEST = 50;

    @ParameterizedTest(name = "offset {0} of key {1}, {2}: {3}")
    @CsvSource({
        // offset, key, what the record and its batch are, what becomes of it
        "49, mapped, value in a mapped batch, DROP",
        "50, mapped, value in a mapped batch, KEEP",
        "51, mapped, value in a mapped batch, KEEP",
        "49, mapped, tombstone in a mapped batch, DROP",
        "50, mapped, tombstone in a mapped batch, KEEP_UNTIL_HORIZON",
        "50, mapped, tombstone in a mapped batch whose horizon is over, DROP",
        "50, mapped, tombstone in a batch, KEEP",
        "50, mapped, value in a mapped batch whose horizon is over, KEEP",
        "10, other, value in a mapped batch, KEEP",
        "10, other, tombstone in a mapped batch, KEEP_UNTIL_HORIZON",
        "10, other, tombstone in a mapped batch whose horizon is over, DROP",
        "10, , value in a mapped batch, DROP",
        "10, , tombstone in a mapped batch, DROP",
        "99, , value in a batch, DROP",
        "100, , value in a batch, KEEP",
        "100, mapped, value in a batch, KEEP",
        "100, mapped, tombstone in a batch whose horizon is over, KEEP",
    })
    void aRecordStaysOrGoes(long offset, String key, String what, RecordRetention expected) {
        KeyOffsets keys = new KeyOffsets(5, 1 << 10);
        keys.put(Bytes.utf8("mapped"), NEWEST);
        CompactionRules rules =
                new CompactionRules(keys, MAPPED_TO, what.contains("mapped batch"), what.contains("over"));
        assertThat(rules.judge(offset, Optional.ofNullable(key).map(Bytes::utf8), what.startsWith("value")))
                .isEqualTo(expected);
    }
}

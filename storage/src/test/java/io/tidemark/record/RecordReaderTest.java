package io.tidemark.record;

import static io.tidemark.record.ForgedBatch.COUNT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.tidemark.record.ForgedBatch.ForgedRecord;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.utils.BufferSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordReaderTest {
    private static final int LARGE_SIZE_BYTES = 32 << 20;
    private static final int LITTLE_MEMORY_BYTES = 8 << 20;

    @ParameterizedTest
    @EnumSource(Codec.class)
    void anOutlineHasPlaceTimeAndSizesOfTheRecord(Codec codec) {
        BatchView batch = BatchView.first(ForgedBatch.at(codec, 100, 300, 200).sealed());
        try (RecordReader whole = open(batch);
                RecordReader outlines = open(batch)) {
            while (whole.hasNext()) {
                DefaultRecord expected = whole.next();
                DefaultRecord outline = outlines.nextOutline();
                assertThat(outline.offset()).isEqualTo(expected.offset());
                assertThat(outline.timestamp()).isEqualTo(expected.timestamp());
                assertThat(outline.sizeInBytes()).isEqualTo(expected.sizeInBytes());
                assertThat(outline.hasKey()).isEqualTo(expected.hasKey());
            }
            assertThat(outlines.hasNext()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0a 00 00 00 01 00 00", "0e 00 00 00 01 00 00 00", "0b 00 00 00 01 00 00", "8c 00 00 00 01 00 00"
            })
    void aRecordThatLiesAboutItsLengthIsDamage(String hex) {
        ByteBuffer payload = ByteBuffer.allocate(hex.split(" ", -1).length);
        for (String octet : hex.split(" ", -1)) {
            payload.put((byte) Integer.parseInt(octet, 16));
        }
        BatchView batch =
                BatchView.first(ForgedBatch.of(payload.flip()).set(COUNT, 1).sealed());

        try (RecordReader reader = open(batch)) {
            assertThatThrownBy(reader::nextOutline).isInstanceOf(CorruptBatchException.class);
        }
        try (RecordReader reader = open(batch)) {
            assertThatThrownBy(reader::next).isInstanceOf(CorruptBatchException.class);
        }
    }

    @Test
    void neitherChecksNorLookupsHoldALargeRecord() {
        Bytes value = Bytes.wrap(new byte[LARGE_SIZE_BYTES]);
        NewRecord large = new NewRecord(100, Optional.empty(), Optional.of(value), List.of());
        Bytes raw = BatchWriter.write(List.of(large), Codec.GZIP, Optional.empty(), false);
        BatchView batch = BatchView.first(raw);

        long before = allocatedBytes();
        try (RecordReader reader = open(batch)) {
            assertThat(reader.nextOutline().offset()).isZero();
        }
        assertThat(StoredBatch.at(0, raw).firstAtOrAfter(50, 0)).contains(new TimedOffset(0, 100));
        assertThat(StoredBatch.at(0, raw).maximumFrom(0)).contains(new TimedOffset(0, 100));
        List<String> seen = new ArrayList<>();
        StoredBatch.at(0, raw).read(LARGE_SIZE_BYTES, new Seen(seen));
        assertThat(seen).containsExactly("too large 0");
        assertThat(allocatedBytes() - before).isLessThan(LITTLE_MEMORY_BYTES);
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void recordsComeOneByOneAsLongAsTheyAreWanted(Codec codec) {
        List<ForgedRecord> records =
                List.of(ForgedRecord.of(0, 1), ForgedRecord.of(1, 20), ForgedRecord.of(2, 1), ForgedRecord.of(3, 1));
        StoredBatch batch = StoredBatch.at(10, ForgedBatch.of(codec, records).sealed());
        int sizeBytes = 6 + "k0".length() + "value-1".length();

        List<String> seen = new ArrayList<>();
        batch.read(sizeBytes, new Seen(seen));
        assertThat(seen).containsExactly("10", "too large 11", "12");

        seen.clear();
        batch.read(sizeBytes + 1, new Seen(seen));
        assertThat(seen).containsExactly("10", "11", "12");

        seen.clear();
        batch.read(sizeBytes - 1, new Seen(seen));
        assertThat(seen).containsExactly("too large 10", "too large 11", "too large 12", "too large 13");
    }

    /** Wants no record behind offset 12. */
    private record Seen(List<String> seen) implements StoredBatch.RecordSink {
        @Override
        public boolean take(LogRecord record) {
            seen.add(String.valueOf(record.offset()));
            return record.offset() < 12;
        }

        @Override
        public boolean tooLarge(long offset) {
            return seen.add("too large " + offset);
        }
    }

    private static RecordReader open(BatchView batch) {
        return RecordReader.open(batch, 0, 2 * LARGE_SIZE_BYTES, BufferSupplier.NO_CACHING);
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}

package io.tidemark.record;

import static io.tidemark.record.ForgedBatch.COUNT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
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
        assertThat(allocatedBytes() - before).isLessThan(LITTLE_MEMORY_BYTES);
    }

    private static RecordReader open(BatchView batch) {
        return RecordReader.open(batch, 0, 2 * LARGE_SIZE_BYTES, BufferSupplier.NO_CACHING);
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}

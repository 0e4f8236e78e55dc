package io.tidemark.oracle;

import static io.tidemark.record.Codec.GZIP;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.ComparedLog.Listed;
import io.tidemark.oracle.ComparedLog.Read;
import io.tidemark.record.Bytes;
import io.tidemark.store.SilentLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * D92: a stored batch that was damaged afterwards, and what is answered where it must be read. A broker trusts the
 * checksum only while it appends; Tidemark checks it with every read (decision 015).
 */
class DamageCasesIT {
    /** Tells each damaged batch with its trace, which here is what is wanted. */
    @RegisterExtension
    static final SilentLog EDGE = SilentLog.of("io.tidemark.partition.PartitionEdge");

    private static final long MAX_TIMESTAMP = -3;
    private static final int MANY_BYTES = 100_000;

    private final BothLogs both = new BothLogs(stores());

    /** Where the cases are done. */
    Stores stores() {
        return Stores.inMemory();
    }

    @Test
    void lookupInsideBrokenRecordsIsRefused_decision015() {
        String topic = threeBatches(RawBatch.of(300, 200), RawBatch.RECORDS, 0x7F);
        assertThat(both.broker().listOffset(topic, 150)).isEqualTo(Listed.refused(Errors.INVALID_RECORD));
        assertThat(both.tidemark().listOffset(topic, 150)).isEqualTo(Listed.refused(Errors.CORRUPT_MESSAGE));
    }

    @Test
    void lookupInsideABrokenCompressedPayloadIsRefused_decision015() {
        String topic = threeBatches(RawBatch.of(300, 200).in(GZIP), RawBatch.RECORDS, 0x7F);
        assertThat(both.broker().listOffset(topic, 150)).isEqualTo(Listed.refused(Errors.UNKNOWN_SERVER_ERROR));
        assertThat(both.tidemark().listOffset(topic, 150)).isEqualTo(Listed.refused(Errors.CORRUPT_MESSAGE));
    }

    @Test
    void lookupThatNeedNotOpenTheDamagedBatchIsAnswered() {
        String topic = threeBatches(RawBatch.of(300, 200), RawBatch.RECORDS, 0x7F);
        assertThat(both.listOffset(topic, 100)).isEqualTo(Listed.of(0, 100));
        assertThat(both.listOffset(topic, 301)).isEqualTo(Listed.of(3, 400));
        assertThat(both.listOffset(topic, MAX_TIMESTAMP)).isEqualTo(Listed.of(3, 400));
        assertThat(both.listOffset(topic, -1)).isEqualTo(Listed.of(4, -1));
        assertThat(both.listOffset(topic, -2)).isEqualTo(Listed.of(0, -1));
    }

    @Test
    void maximumInTheDamagedBatchIsRefused_decision015() {
        String topic = threeBatches(RawBatch.of(900, 200), RawBatch.RECORDS, 0x7F);
        assertThat(both.broker().listOffset(topic, MAX_TIMESTAMP)).isEqualTo(Listed.refused(Errors.INVALID_RECORD));
        assertThat(both.tidemark().listOffset(topic, MAX_TIMESTAMP)).isEqualTo(Listed.refused(Errors.CORRUPT_MESSAGE));
    }

    @Test
    void damagedLengthEndsABrokersWalkButNotTidemarks_decision015() {
        String topic = threeBatches(RawBatch.of(300, 200), RawBatch.LENGTH + 3, 5);
        for (long timestamp : new long[] {150, 301}) {
            assertThat(both.broker().listOffset(topic, timestamp)).isEqualTo(Listed.refused(Errors.CORRUPT_MESSAGE));
        }
        assertThat(both.tidemark().listOffset(topic, 150)).isEqualTo(Listed.refused(Errors.CORRUPT_MESSAGE));
        assertThat(both.tidemark().listOffset(topic, 301)).isEqualTo(Listed.of(3, 400));
    }

    @Test
    void fetchOfADamagedBatchIsRefusedAndBehindItGoesOn_decision015() {
        String topic = threeBatches(RawBatch.of(300, 200), RawBatch.RECORDS, 0x7F);
        assertThat(both.broker().fetch(topic, 0, 1, MANY_BYTES).batches()).hasSize(2);
        assertThat(both.tidemark().fetch(topic, 0, 1, MANY_BYTES)).isEqualTo(Read.refused(Errors.CORRUPT_MESSAGE));
        assertThat(both.fetch(topic, 0, 3, MANY_BYTES).batches()).hasSize(1);
    }

    @Test
    void flippedChecksumIsSeenOnlyByTidemark_decision015() {
        String topic = threeBatches(RawBatch.of(300, 200), RawBatch.CRC, 0);
        assertThat(both.broker().listOffset(topic, 150)).isEqualTo(Listed.of(1, 300));
        assertThat(both.tidemark().listOffset(topic, 150)).isEqualTo(Listed.refused(Errors.CORRUPT_MESSAGE));
    }

    @Test
    void otherPartitionsAreAnswered() {
        String topic = both.topic(2, Map.of("retention.ms", "-1"));
        RawBatch damaged = RawBatch.of(111, 222).valued("damaged");
        both.produce(topic, damaged.bytes());
        both.produce(topic, new TreeMap<>(Map.of(1, RawBatch.of(500).bytes())));
        damage(topic, damaged.bytes(), 0, RawBatch.RECORDS, 0x7F);
        assertThat(both.broker().listOffsets(topic, 2, 100))
                .containsExactly(Listed.refused(Errors.INVALID_RECORD), Listed.of(0, 500));
        assertThat(both.tidemark().listOffsets(topic, 2, 100))
                .containsExactly(Listed.refused(Errors.CORRUPT_MESSAGE), Listed.of(0, 500));
    }

    /** One record at 100, then these two that are damaged, then one at 400. */
    private String threeBatches(RawBatch middle, int position, int value) {
        RawBatch first = RawBatch.of(100);
        String topic = both.topicOf(first, middle, RawBatch.of(400));
        damage(topic, middle.bytes(), first.bytes().size(), position, value);
        return topic;
    }

    /** Overwrites a byte of the batch in both logs. */
    private void damage(String topic, Bytes batch, int positionInLog, int position, int value) {
        byte[] damaged = batch.toByteArray();
        damaged[position] = (byte) value;
        both.stores().overwrite(batch, Bytes.wrap(damaged));
        try (FileChannel segment = FileChannel.open(KafkaBroker.running().segmentOf(topic), StandardOpenOption.WRITE)) {
            segment.write(ByteBuffer.wrap(new byte[] {(byte) value}), positionInLog + position);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}

package io.tidemark.simulation;

import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.record.ProducerStamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Record batches as clients send them: one record for each timestamp, with a value that tells it from all others. */
public final class RawBatches {
    private RawBatches() {}

    public static Bytes plain(String name, long... timestampsMs) {
        return BatchWriter.write(records(name, timestampsMs), Codec.UNCOMPRESSED, Optional.empty(), false);
    }

    public static Bytes idempotent(ProducerStamp stamp, String name, long... timestampsMs) {
        return BatchWriter.write(records(name, timestampsMs), Codec.UNCOMPRESSED, Optional.of(stamp), false);
    }

    public static Bytes transactional(ProducerStamp stamp, String name, long... timestampsMs) {
        return BatchWriter.write(records(name, timestampsMs), Codec.UNCOMPRESSED, Optional.of(stamp), true);
    }

    public static ProducerStamp stamp(long producerId, int epoch, int baseSequence) {
        return new ProducerStamp(producerId, (short) epoch, baseSequence);
    }

    private static List<NewRecord> records(String name, long... timestampsMs) {
        List<NewRecord> records = new ArrayList<>();
        for (int i = 0; i < timestampsMs.length; i++) {
            Bytes value = Bytes.utf8(name + "." + i);
            records.add(new NewRecord(timestampsMs[i], Optional.empty(), Optional.of(value), List.of()));
        }
        return records;
    }
}

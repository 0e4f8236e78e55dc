package io.tidemark.compaction;

import io.tidemark.layout.Segment;
import io.tidemark.partition.FanOut;
import io.tidemark.partition.StalePlanException;
import io.tidemark.record.StoredBatch;
import io.tidemark.store.ObjectStore;
import io.tidemark.topic.PartitionId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Looks at how segments begin. Thread-safe. */
final class SegmentBegins {
    /** So many of the dirty segments are looked at for the oldest one. */
    static final int MAX_SEGMENTS = 100;

    private final ObjectStore objects;
    private final Executor executor;

    SegmentBegins(ObjectStore objects, Executor executor) {
        this.objects = objects;
        this.executor = executor;
    }

    /**
     * The oldest time, epoch milliseconds, that one of the segments begins with; absent where none has one. As in Kafka
     * it is the first batch's maximum, which stands for the oldest record of a segment.
     */
    Optional<Long> oldestMs(PartitionId partition, List<Segment> segments) {
        List<Segment> filled =
                segments.stream().filter(segment -> !segment.blocks().isEmpty()).toList();
        return FanOut.map(executor, filled, segment -> firstMs(partition, segment)).stream()
                .filter(ms -> ms > 0)
                .min(Long::compare);
    }

    private long firstMs(PartitionId partition, Segment segment) {
        String key = segment.objectKey(partition);
        return objects.get(key, StoredBatch.MAX_TIMESTAMP_POSITION, Long.BYTES)
                .filter(bytes -> bytes.size() == Long.BYTES)
                .orElseThrow(() -> new StalePlanException("object " + key + " is gone, or ends early"))
                .asByteBuffer()
                .getLong();
    }
}

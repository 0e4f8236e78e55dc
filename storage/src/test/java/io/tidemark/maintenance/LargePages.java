package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicPartition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Pages of equal size, two of which are larger than the smallest segment that a topic may ask for. */
final class LargePages {
    private static final int PAGE = 16;

    private final SweepWorld world = new SweepWorld(37);
    private final Bytes batch = BatchWriter.write(
            List.of(new NewRecord(
                    SweepWorld.START.toEpochMilli(),
                    Optional.empty(),
                    Optional.of(Bytes.utf8("v".repeat(40_000))),
                    List.of())),
            Codec.UNCOMPRESSED,
            Optional.empty(),
            false);
    private Optional<Topic> topic = Optional.empty();

    int pageSizeBytes() {
        return PAGE * batch.size();
    }

    void create(int segmentSizeBytes) {
        topic = Optional.of(world.create(
                "large", 1, Map.of("retention.ms", "-1", "segment.bytes", Integer.toString(segmentSizeBytes))));
    }

    private Topic topic() {
        return topic.orElseThrow();
    }

    void append(int pages) {
        PartitionBatch sent = new PartitionBatch(new TopicPartition(topic().name(), 0), batch);
        for (int i = 0; i < pages * PAGE; i++) {
            SweepWorld.given(world.tidemark()
                    .produce(new ProduceRequest(Optional.empty(), List.of(sent)))
                    .get(0));
        }
        assertThat(head().tail()).isEmpty();
    }

    Head head() {
        return world.head(topic().partition(0));
    }

    /** Once, and at once. */
    void merge() {
        new Merge(
                        world.store.items(),
                        world.store.objects(),
                        world.environment(),
                        MaintenanceSettings.USUAL.mergeMaxAge())
                .run(new Job(topic(), topic().partition(0), head(), world.now(), Instant.MAX));
    }
}

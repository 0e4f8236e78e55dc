package io.tidemark.partition;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.PlacedReference;
import io.tidemark.record.Bytes;
import io.tidemark.record.CorruptBatchException;
import io.tidemark.record.KafkaError;
import io.tidemark.record.StoredBatch;
import io.tidemark.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** Reads batches out of their objects and checks them: length, CRC and offsets. Thread-safe. */
final class BatchLoader {
    private final ObjectStore objects;
    private final Executor executor;

    BatchLoader(ObjectStore objects, Executor executor) {
        this.objects = objects;
        this.executor = executor;
    }

    List<StoredBatch> load(List<PlacedReference> batches) {
        return FanOut.map(executor, neighbours(batches), this::loadRange).stream()
                .flatMap(List::stream)
                .toList();
    }

    /** Runs of batches that lie back to back in one object. */
    private static List<List<PlacedReference>> neighbours(List<PlacedReference> batches) {
        List<List<PlacedReference>> runs = new ArrayList<>();
        for (int from = 0; from < batches.size(); ) {
            int to = from + 1;
            while (to < batches.size() && adjacent(batches.get(to - 1), batches.get(to))) {
                to++;
            }
            runs.add(batches.subList(from, to));
            from = to;
        }
        return runs;
    }

    private static boolean adjacent(PlacedReference left, PlacedReference right) {
        BatchReference before = left.reference();
        BatchReference after = right.reference();
        return before.object().equals(after.object()) && before.position() + before.sizeBytes() == after.position();
    }

    private List<StoredBatch> loadRange(List<PlacedReference> run) {
        BatchReference first = run.get(0).reference();
        int sizeBytes =
                run.stream().mapToInt(batch -> batch.reference().sizeBytes()).sum();
        Bytes bytes = objects.get(first.object().objectKey(), first.position(), sizeBytes)
                .orElseThrow(() -> new StalePlanException("object " + first.object() + " is gone"));
        List<StoredBatch> loaded = new ArrayList<>(run.size());
        int position = 0;
        for (PlacedReference batch : run) {
            int size = batch.reference().sizeBytes();
            if (bytes.size() < position + size) {
                throw damaged(batch, "its object ends early");
            }
            loaded.add(checked(batch, bytes.slice(position, size)));
            position += size;
        }
        return loaded;
    }

    private static StoredBatch checked(PlacedReference batch, Bytes bytes) {
        StoredBatch stored = StoredBatch.at(batch.baseOffset(), bytes).verified();
        if (stored.lastOffset() != batch.lastOffset()) {
            throw damaged(batch, "its last offset is " + stored.lastOffset());
        }
        return stored;
    }

    private static CorruptBatchException damaged(PlacedReference batch, String how) {
        return new CorruptBatchException(
                KafkaError.CORRUPT_MESSAGE,
                "The batch at offset " + batch.baseOffset() + " in object "
                        + batch.reference().object() + " is damaged: " + how + ".");
    }
}

package io.tidemark.partition;

import io.tidemark.record.Bytes;
import io.tidemark.record.CorruptBatchException;
import io.tidemark.record.KafkaError;
import io.tidemark.record.StoredBatch;
import io.tidemark.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** Reads batches out of their objects and checks them: length, CRC and offsets. Thread-safe. */
final class SpanLoader {
    /** Neighbours are read together up to about this size; more goes out in parallel. */
    private static final int RANGE_SIZE_BYTES = 1 << 20;

    private static final int BASE_OFFSET_SIZE_BYTES = Long.BYTES;

    private final ObjectStore objects;
    private final Executor executor;

    SpanLoader(ObjectStore objects, Executor executor) {
        this.objects = objects;
        this.executor = executor;
    }

    List<StoredBatch> load(List<Span> spans) {
        return FanOut.map(executor, neighbours(spans), this::loadRange).stream()
                .flatMap(List::stream)
                .toList();
    }

    /** Runs of spans that lie back to back in one object. */
    private static List<List<Span>> neighbours(List<Span> spans) {
        List<List<Span>> runs = new ArrayList<>();
        for (int from = 0; from < spans.size(); ) {
            int to = from + 1;
            int sizeBytes = spans.get(from).sizeBytes();
            while (to < spans.size()
                    && sizeBytes < RANGE_SIZE_BYTES
                    && spans.get(to - 1).isFollowedBy(spans.get(to))) {
                sizeBytes += spans.get(to).sizeBytes();
                to++;
            }
            runs.add(spans.subList(from, to));
            from = to;
        }
        return runs;
    }

    private List<StoredBatch> loadRange(List<Span> run) {
        Span first = run.get(0);
        if (first.source() instanceof Span.Source.Marker built) {
            return List.of(checked(
                    first, StoredBatch.at(first.baseOffset(), built.marker().bytes())));
        }
        return first.source() instanceof Span.Source.Run segment
                ? loadRange(run, segment.objectKey(), segment.position())
                : loadRange(
                        run,
                        ((Span.Source.Batch) first.source()).objectKey(),
                        ((Span.Source.Batch) first.source()).position());
    }

    private List<StoredBatch> loadRange(List<Span> run, String objectKey, long from) {
        int sizeBytes = run.stream().mapToInt(Span::sizeBytes).sum();
        Bytes bytes = objects.get(objectKey, from, sizeBytes)
                .orElseThrow(() -> new StalePlanException("object " + objectKey + " is gone"));
        List<StoredBatch> loaded = new ArrayList<>();
        int position = 0;
        for (Span span : run) {
            if (bytes.size() < position + span.sizeBytes()) {
                throw damaged(span, "its object ends early");
            }
            Bytes own = bytes.slice(position, span.sizeBytes());
            if (span.source() instanceof Span.Source.Run segment) {
                addPlaced(loaded, span, own, segment.cut());
            } else {
                loaded.add(checked(span, StoredBatch.at(span.baseOffset(), own)));
            }
            position += span.sizeBytes();
        }
        return loaded;
    }

    /** The whole batches of a run; a span that was cut to fit a fetch may end in a part of one. */
    private static void addPlaced(List<StoredBatch> loaded, Span span, Bytes run, boolean cut) {
        int position = 0;
        while (position < run.size()) {
            Bytes rest = run.slice(position, run.size() - position);
            if (cut && !StoredBatch.beginsWhole(rest)) {
                return;
            }
            if (rest.size() < BASE_OFFSET_SIZE_BYTES) {
                throw damaged(span, "its run of batches ends early");
            }
            StoredBatch batch = StoredBatch.at(rest.asByteBuffer().getLong(0), rest);
            loaded.add(within(span, batch.verified()));
            position += batch.sizeBytes();
        }
    }

    private static StoredBatch checked(Span span, StoredBatch batch) {
        if (batch.lastOffset() != span.lastOffset()) {
            throw damaged(span, "its last offset is " + batch.lastOffset());
        }
        return batch.verified();
    }

    private static StoredBatch within(Span span, StoredBatch batch) {
        if (batch.baseOffset() < span.baseOffset() || batch.lastOffset() > span.lastOffset()) {
            throw damaged(span, "it holds offsets " + batch.baseOffset() + " to " + batch.lastOffset());
        }
        return batch;
    }

    private static CorruptBatchException damaged(Span span, String how) {
        return new CorruptBatchException(
                KafkaError.CORRUPT_MESSAGE,
                "The batch at offset " + span.baseOffset() + " is damaged: " + how + ". It is from " + span.source()
                        + ".");
    }
}

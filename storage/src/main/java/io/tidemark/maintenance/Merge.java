package io.tidemark.maintenance;

import io.tidemark.compaction.SegmentWriter;
import io.tidemark.layout.BatchReference;
import io.tidemark.layout.Head;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.layout.ObjectId;
import io.tidemark.layout.Page;
import io.tidemark.layout.PlacedReference;
import io.tidemark.layout.Segment;
import io.tidemark.partition.HeadOutcome;
import io.tidemark.partition.Heads;
import io.tidemark.partition.SealedBatches;
import io.tidemark.store.Condition;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.WriteOutcome;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Copies sealed batches out of the many batch objects of the requests they came with into one segment object of their
 * partition, so that they are read with few requests. Each byte is read once and written once; what is in memory at a
 * time is bounded. Commits by {@code merged}. Thread-safe.
 */
final class Merge implements Step {
    /** What is read at a time, but for a batch that is larger. */
    static final int CHUNK_SIZE_BYTES = 8 << 20;

    private static final int PAGES_PER_QUERY = 100;

    private final ItemStore items;
    private final ObjectStore objects;
    private final Heads heads;
    private final SealedBatches batches;
    private final IndexFold fold;
    private final Environment environment;
    private final Duration maxAge;

    /** @param maxAge pages that wait longer are merged however few they are; of a compacted topic perhaps sooner */
    Merge(ItemStore items, ObjectStore objects, Environment environment, Duration maxAge) {
        this.items = items;
        this.objects = objects;
        this.heads = new Heads(items);
        this.batches = new SealedBatches(objects, environment.executor());
        this.fold = new IndexFold(items);
        this.environment = environment;
        this.maxAge = maxAge;
    }

    @Override
    public StepName name() {
        return StepName.MERGE;
    }

    @Override
    public StepOutcome run(Job job) {
        Head.Offsets offsets = job.head().offsets();
        long start = Math.max(offsets.low(), offsets.merged());
        if (start >= offsets.sealed()) {
            return StepOutcome.idle();
        }
        int limitBytes = Math.min(job.topic().config().segmentSizeBytes(), Segment.MAX_SIZE_BYTES);
        List<Page> pages = pages(job, start, limitBytes);
        if (pages.isEmpty()) {
            return new StepOutcome.Skipped("the pages to merge were moved meanwhile");
        }
        long sizeBytes = pages.stream().mapToLong(Page::sizeBytes).sum();
        boolean full = sizeBytes >= limitBytes || pages.get(pages.size() - 1).lastOffset() + 1 < offsets.sealed();
        Instant since = Instant.ofEpochMilli(pages.get(0).newestObjectMs());
        Instant due = since.plus(patience(job.topic().config()));
        if (!full && due.isAfter(job.now())) {
            return new StepOutcome.Idle(Optional.of(due), Optional.of(since));
        }
        return commit(job, standing(job).orElseGet(() -> write(job, pages)), pages);
    }

    /**
     * How long pages wait for more. What is not in a segment is not compacted: of a compacted topic they wait no longer
     * than Kafka's active segment would take more, nor than {@code max.compaction.lag.ms}.
     */
    private Duration patience(TopicConfig config) {
        return config.isCompacted()
                ? Stream.of(maxAge, config.segmentTime(), config.maxCompactionLag())
                        .min(Duration::compareTo)
                        .orElse(maxAge)
                : maxAge;
    }

    /** Adjacent pages from the one that holds the first offset on, as many as make a segment, one at least. */
    private List<Page> pages(Job job, long start, int limitBytes) {
        List<Page> pages = new ArrayList<>();
        long sizeBytes = 0;
        Optional<ItemRange> range = Optional.of(Page.atOrBelow(job.partition(), start));
        while (range.isPresent()) {
            ItemPage found = items.query(range.get());
            if (found.entries().isEmpty()) {
                // another run has merged, and removed, what came next
                return pages;
            }
            for (ItemPage.Entry entry : found.entries()) {
                Page page = Page.decode(entry.key(), entry.item());
                long expected = pages.isEmpty()
                        ? page.baseOffset()
                        : pages.get(pages.size() - 1).lastOffset() + 1;
                sizeBytes += page.sizeBytes();
                boolean fits = pages.isEmpty() ? page.lastOffset() >= start : sizeBytes <= limitBytes;
                if (page.baseOffset() != expected || !fits) {
                    return pages;
                }
                pages.add(page);
            }
            range = pages.isEmpty() ? Optional.empty() : behind(job, pages.get(pages.size() - 1));
        }
        return pages;
    }

    private static Optional<ItemRange> behind(Job job, Page last) {
        long sealed = job.head().offsets().sealed();
        return last.lastOffset() + 1 >= sealed
                ? Optional.empty()
                : Optional.of(Page.between(job.partition(), last.lastOffset() + 1, sealed, PAGES_PER_QUERY));
    }

    /** The segment that an earlier run put and did not commit any more: its range is adopted. */
    private Optional<Segment> standing(Job job) {
        ItemKey key = Segment.key(job.partition(), job.head().offsets().merged());
        return items.get(key).map(item -> Segment.decode(key, item));
    }

    private Segment write(Job job, List<Page> pages) {
        ObjectId object = ObjectId.create(environment.clock().instant(), environment.random());
        long begin = job.head().offsets().merged();
        Segment written;
        try (SegmentWriter writer =
                new SegmentWriter(objects, job.partition(), begin, pages.get(0).baseOffset(), object)) {
            for (List<PlacedReference> chunk : chunks(pages)) {
                batches.loadNamed(chunk).forEach(writer::add);
            }
            written = writer.commit(
                    pages.get(pages.size() - 1).lastOffset(),
                    pages.stream().mapToLong(Page::newestObjectMs).max().orElseThrow());
        }
        ItemKey key = Segment.key(job.partition(), begin);
        return items.put(key, written.encode(), List.of(LayoutVersion.noItem())) instanceof WriteOutcome.Refused refused
                ? Segment.decode(key, refused.current().orElseThrow())
                : written;
    }

    static List<List<PlacedReference>> chunks(List<Page> pages) {
        List<List<PlacedReference>> chunks = new ArrayList<>();
        List<PlacedReference> chunk = new ArrayList<>();
        long sizeBytes = 0;
        for (Page page : pages) {
            for (PlacedReference batch : page.placed()) {
                BatchReference reference = batch.reference();
                if (!chunk.isEmpty() && sizeBytes + reference.sizeBytes() > CHUNK_SIZE_BYTES) {
                    chunks.add(chunk);
                    chunk = new ArrayList<>();
                    sizeBytes = 0;
                }
                chunk.add(batch);
                sizeBytes += reference.sizeBytes();
            }
        }
        chunks.add(chunk);
        return chunks;
    }

    private StepOutcome commit(Job job, Segment segment, List<Page> pages) {
        Update update = Update.builder()
                .when(LayoutVersion.isCurrent())
                .when(Condition.equal(Head.MERGED, Value.of(job.head().offsets().merged())))
                .set(Head.MERGED, Value.of(segment.lastOffset() + 1))
                .build();
        if (!(heads.update(job.partition(), update) instanceof HeadOutcome.Applied applied)) {
            return new StepOutcome.Skipped("another run merged the same pages");
        }
        List<Page> merged = pages.stream()
                .filter(page -> page.lastOffset() <= segment.lastOffset())
                .toList();
        fold.fold(job.partition(), applied.head(), merged);
        removePages(job.partition(), merged);
        return new StepOutcome.Done(applied.head(), true);
    }

    /** Pages below what is merged do not count; what a crash leaves here, {@link Remove} takes. */
    private void removePages(PartitionId partition, List<Page> merged) {
        merged.forEach(page -> items.delete(Page.key(partition, page.baseOffset()), List.of()));
    }
}

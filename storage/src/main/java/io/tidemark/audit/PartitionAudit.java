package io.tidemark.audit;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.CompactionCursor;
import io.tidemark.layout.Head;
import io.tidemark.layout.Page;
import io.tidemark.layout.PlacedReference;
import io.tidemark.layout.Segment;
import io.tidemark.producer.ProducerState;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Checks one partition against one head of it: first the head, then the log in offset order. Used by one thread. */
final class PartitionAudit {
    private static final int ITEMS_PER_QUERY = 100;
    private static final int MAX_TAIL_LENGTH = 128;

    private final ItemStore items;
    private final BatchAudit batches;
    private final SegmentAudit segments;
    private final String where;
    private final Findings findings;

    PartitionAudit(ObjectStore objects, ItemStore items, String where, Findings findings) {
        this.items = items;
        this.batches = new BatchAudit(objects, where, findings);
        this.segments = new SegmentAudit(objects, where, findings);
        this.where = where;
        this.findings = findings;
    }

    /** A partition as its head was read first. */
    record Subject(Topic topic, PartitionId partition, Head head) {
        Head.Offsets offsets() {
            return head.offsets();
        }

        /** Whether no compaction can have left a gap between two batches. */
        boolean isDense() {
            return !topic.config().isCompacted() && offsets().cleaned() == 0;
        }
    }

    void check(Subject subject, boolean deep) {
        checkHead(subject.head());
        Truths truths = new Truths(
                IndexTruth.read(items, subject, where, findings),
                TransactionTruth.read(items, subject, where, findings));
        checkSegments(subject, truths, deep);
        checkPages(subject, truths, deep);
        subject.head().placedTail().forEach(batch -> check(batch, subject, truths, deep));
        truths.transactions().checkUndecided();
        checkAhead(subject);
        checkCursor(subject.partition());
    }

    private void checkHead(Head head) {
        Head.Offsets offsets = head.offsets();
        if (offsets.low() < 0 || offsets.low() > offsets.high()) {
            inconsistent("log start " + offsets.low() + ", high watermark " + offsets.high());
        }
        if (offsets.merged() < 0 || offsets.merged() > offsets.sealed() || offsets.sealed() > offsets.high()) {
            inconsistent("merged " + offsets.merged() + ", sealed " + offsets.sealed() + ", high watermark "
                    + offsets.high());
        }
        if (head.tail().size() > MAX_TAIL_LENGTH) {
            inconsistent("a tail of " + head.tail().size() + " batches");
        }
        head.producers().forEach((id, producer) -> {
            for (ProducerState.Batch batch : producer.batches()) {
                if (batch.baseOffset() + batch.recordCount() > offsets.high()) {
                    inconsistent("producer " + id + " has a batch at " + batch.baseOffset());
                }
            }
        });
    }

    private void inconsistent(String detail) {
        findings.add(Rule.HEAD_IS_CONSISTENT, where, detail);
    }

    private void checkSegments(Subject subject, Truths truths, boolean deep) {
        long merged = subject.offsets().merged();
        long[] next = {subject.offsets().low()};
        if (next[0] >= merged) {
            return;
        }
        Consumer<ItemPage.Entry> check = entry -> decodedSegment(entry).ifPresent(segment -> {
            next[0] = follow(next[0], segment.beginOffset(), segment.lastOffset(), "segment");
            segments.check(subject, segment, truths, deep);
        });
        firstThenRest(
                Segment.atOrBelow(subject.partition(), next[0]),
                first -> Segment.between(subject.partition(), keyBehind(first), merged, ITEMS_PER_QUERY),
                check);
        checkEnd(next[0], merged, "segments");
    }

    private void checkPages(Subject subject, Truths truths, boolean deep) {
        long sealed = subject.offsets().sealed();
        long[] next = {Math.max(subject.offsets().low(), subject.offsets().merged())};
        if (next[0] >= sealed) {
            return;
        }
        Consumer<ItemPage.Entry> check = entry -> decodedPage(entry).ifPresent(page -> {
            next[0] = follow(next[0], page.baseOffset(), page.lastOffset(), "page");
            page.placed().forEach(batch -> check(batch, subject, truths, deep));
        });
        firstThenRest(
                Page.atOrBelow(subject.partition(), next[0]),
                first -> Page.between(subject.partition(), keyBehind(first), sealed, ITEMS_PER_QUERY),
                check);
        checkEnd(next[0], sealed, "pages");
    }

    /** An item's key ends in its first offset. */
    private static long keyBehind(ItemPage.Entry entry) {
        String sort = entry.key().sort();
        return 1 + Long.parseLong(sort.substring(sort.indexOf('#') + 1));
    }

    private interface Rest {
        ItemRange behind(ItemPage.Entry first);
    }

    private void firstThenRest(ItemRange first, Rest rest, Consumer<ItemPage.Entry> check) {
        ItemPage begin = items.query(first);
        while (begin.entries().isEmpty() && begin.next().isPresent()) {
            begin = items.query(begin.next().get());
        }
        begin.entries().forEach(check);
        Optional<ItemRange> range = begin.entries().stream().findFirst().map(rest::behind);
        while (range.isPresent()) {
            ItemPage found = items.query(range.get());
            found.entries().forEach(check);
            range = found.next();
        }
    }

    /** The offset that must come next behind an item. */
    private long follow(long next, long from, long last, String what) {
        if (from > next) {
            findings.add(
                    Rule.LOG_HAS_NO_GAP,
                    where,
                    "no item holds offset " + next + "; the next " + what + " begins at " + from);
        } else if (last < next) {
            findings.add(
                    Rule.LOG_HAS_NO_GAP,
                    where,
                    "the " + what + " from " + from + " ends at " + last + ", before " + next);
        }
        return Math.max(next, last + 1);
    }

    private void checkEnd(long next, long end, String what) {
        if (next != end) {
            findings.add(Rule.LOG_HAS_NO_GAP, where, "the " + what + " end before " + next + ", not before " + end);
        }
    }

    private void check(PlacedReference batch, Subject subject, Truths truths, boolean deep) {
        truths.index().observe(batch.baseOffset(), batch.baseOffset(), batch.maxTimestampMs());
        if (batch.lastOffset() >= subject.offsets().low()) {
            batches.check(batch, truths, deep);
        }
    }

    /** What is put and not committed begins where the next commit does. */
    private void checkAhead(Subject subject) {
        long merged = subject.offsets().merged();
        long sealed = subject.offsets().sealed();
        firstThenRest(
                Segment.between(subject.partition(), merged, Long.MAX_VALUE, 1),
                first -> Segment.between(subject.partition(), keyBehind(first), Long.MAX_VALUE, ITEMS_PER_QUERY),
                entry -> decodedSegment(entry)
                        .filter(segment -> segment.beginOffset() > merged || segment.lastOffset() >= sealed)
                        .ifPresent(segment -> runsAhead("segment", segment.beginOffset())));
        firstThenRest(
                Page.between(subject.partition(), sealed, Long.MAX_VALUE, 1),
                first -> Page.between(subject.partition(), keyBehind(first), Long.MAX_VALUE, ITEMS_PER_QUERY),
                entry -> decodedPage(entry)
                        .filter(page -> page.baseOffset() > sealed || !isOfTail(page, subject.head()))
                        .ifPresent(page -> runsAhead("page", page.baseOffset())));
    }

    /** Whether the page holds the tail as somebody saw it, earlier or later than the head. */
    private static boolean isOfTail(Page page, Head head) {
        List<BatchReference> tail = head.tail();
        int common = Math.min(page.references().size(), tail.size());
        return page.references().subList(0, common).equals(tail.subList(0, common));
    }

    private void runsAhead(String what, long offset) {
        findings.add(Rule.NOTHING_RUNS_AHEAD, where, "a " + what + " at " + offset);
    }

    /** Whatever it says, only a compaction that cannot read it is kept back. */
    private void checkCursor(PartitionId partition) {
        ItemKey key = CompactionCursor.key(partition);
        items.get(key)
                .ifPresent(
                        item -> findings.decoded(where + " " + key.sort(), () -> CompactionCursor.decode(key, item)));
    }

    private Optional<Segment> decodedSegment(ItemPage.Entry entry) {
        return findings.decoded(where + " " + entry.key().sort(), () -> Segment.decode(entry.key(), entry.item()));
    }

    private Optional<Page> decodedPage(ItemPage.Entry entry) {
        return findings.decoded(where + " " + entry.key().sort(), () -> Page.decode(entry.key(), entry.item()));
    }
}

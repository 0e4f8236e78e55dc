package io.tidemark.simulation.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.AbortedTransaction;
import io.tidemark.layout.BatchReference;
import io.tidemark.layout.Head;
import io.tidemark.layout.PlacedReference;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Bytes;
import io.tidemark.record.LogRecord;
import io.tidemark.record.StoredBatch;
import io.tidemark.simulation.World;
import io.tidemark.simulation.run.Moments;
import io.tidemark.topic.PartitionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The past of one partition, taken down from its head after each change of it. */
final class PartitionModel {
    private final World world;
    private final PartitionId partition;
    private final Coordinator coordinator;
    private final Moments<Moment> moments = new Moments<>(new Moment(0, 0, 0));
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Long> offsets = new HashMap<>();
    private final Map<String, Integer> newestOfSender = new HashMap<>();
    private final Map<ProducerEpoch, Long> open = new HashMap<>();
    private final Map<ProducerEpoch, Long> markers = new HashMap<>();

    /** From {@code low} on and below {@code high} the log had records, those below {@code stable} decided. */
    record Moment(long low, long high, long stable) {}

    /**
     * One batch.
     *
     * @param transaction the one that it belongs to, or ends
     * @param records none for a marker
     */
    record Entry(long baseOffset, long lastOffset, Optional<ProducerEpoch> transaction, List<LogRecord> records) {}

    PartitionModel(World world, PartitionId partition, Coordinator coordinator) {
        this.world = world;
        this.partition = partition;
        this.coordinator = coordinator;
    }

    /** @return whether a committed reader may see something else now */
    boolean observe(Head head) {
        Moment last = now();
        Moment next = new Moment(head.offsets().low(), head.offsets().high(), head.lastStableOffset());
        assertThat(next.low()).as("log start").isBetween(last.low(), next.high());
        assertThat(next.high()).as("high watermark").isGreaterThanOrEqualTo(last.high());
        assertThat(next.stable()).as("last stable offset").isBetween(Math.max(last.stable(), next.low()), next.high());
        head.placedTail().stream()
                .filter(batch -> batch.baseOffset() >= last.high())
                .forEach(this::take);
        Map<ProducerEpoch, Long> ended = new HashMap<>(open);
        ended.keySet().removeAll(head.transactions().open().keySet());
        ended.forEach(this::released);
        open.keySet().removeAll(ended.keySet());
        assertThat(head.transactions().open()).as("open transactions").isEqualTo(open);
        assertThat(open.keySet()).as("none is open that nobody will end").allMatch(this::isWatched);
        moments.add(next);
        return !ended.isEmpty() || next.stable() != last.stable();
    }

    private boolean isWatched(ProducerEpoch transaction) {
        return coordinator.watches(transaction, partition);
    }

    private void take(PlacedReference batch) {
        long next = entries.isEmpty() ? 0 : entries.get(entries.size() - 1).lastOffset() + 1;
        assertThat(batch.baseOffset()).as("offsets are dense").isEqualTo(next);
        if (batch.reference().kind().isMarker()) {
            takeMarker(batch);
            return;
        }
        Bytes bytes = world.objects()
                .get(
                        batch.reference().object().objectKey(),
                        batch.reference().position(),
                        batch.reference().sizeBytes())
                .orElseThrow(() -> new AssertionError("no object of " + batch));
        StoredBatch stored = StoredBatch.at(batch.baseOffset(), bytes).verified();
        Optional<ProducerEpoch> transaction = stored.producer()
                .filter(stamp -> stored.isTransactional())
                .map(stamp -> new ProducerEpoch(stamp.producerId(), stamp.producerEpoch()));
        transaction.ifPresent(k -> takeInTransaction(k, batch.baseOffset()));
        List<LogRecord> records = stored.records();
        records.forEach(found -> takeRecord(found, stored.producer().isPresent()));
        entries.add(new Entry(batch.baseOffset(), batch.lastOffset(), transaction, records));
    }

    private void takeInTransaction(ProducerEpoch transaction, long offset) {
        assertThat(isWatched(transaction))
                .as("%s may write to %s", transaction, partition)
                .isTrue();
        assertThat(markers)
                .as("nothing comes behind the end of %s", transaction)
                .doesNotContainKey(transaction);
        open.putIfAbsent(transaction, offset);
    }

    /** Values are {@code <sender>:<number>}, each sent for one record and in the order of the numbers. */
    private void takeRecord(LogRecord found, boolean ordered) {
        String value = value(found);
        assertThat(offsets.put(value, found.offset()))
                .as("%s is there once", value)
                .isNull();
        String sender = value.substring(0, value.indexOf(':'));
        int number = Integer.parseInt(value.substring(value.indexOf(':') + 1));
        int before = newestOfSender.getOrDefault(sender, -1);
        newestOfSender.put(sender, number);
        assertThat(!ordered || before < number)
                .as("%s came behind %d", value, before)
                .isTrue();
    }

    private void takeMarker(PlacedReference marker) {
        BatchReference reference = marker.reference();
        ProducerEpoch transaction = reference.endedTransaction().orElseThrow();
        assertThat(open).as("a marker ends what was open").containsKey(transaction);
        assertThat(markers.put(transaction, marker.baseOffset()))
                .as("%s ends once", transaction)
                .isNull();
        assertThat(coordinator.decision(transaction))
                .as("how %s ends", transaction)
                .hasValue(!reference.kind().isAbort());
        entries.add(new Entry(marker.baseOffset(), marker.lastOffset(), Optional.of(transaction), List.of()));
    }

    /** From now on readers are not held back by it any more. */
    private void released(ProducerEpoch transaction, long firstOffset) {
        assertThat(markers).as("%s has its marker", transaction).containsKey(transaction);
        if (!coordinator.decision(transaction).orElseThrow()) {
            long marker = Optional.ofNullable(markers.get(transaction)).orElseThrow();
            assertThat(world.items()
                            .get(AbortedTransaction.key(partition, marker))
                            .map(item -> AbortedTransaction.decode(AbortedTransaction.key(partition, marker), item))
                            .map(AbortedTransaction::firstOffset))
                    .as("what tells of the abort of %s", transaction)
                    .hasValue(firstOffset);
        }
    }

    Moment now() {
        return moments.now();
    }

    int mark() {
        return moments.mark();
    }

    List<Moment> during(int mark) {
        return moments.during(mark);
    }

    /** What a reader gets, committed records alone or all. */
    List<String> records(long from, long end, boolean committed) {
        List<String> records = new ArrayList<>();
        if (from == end) {
            return records;
        }
        for (Entry entry : entries) {
            if (entry.lastOffset() >= from && entry.baseOffset() < end && (!committed || isCommitted(entry))) {
                entry.records().stream()
                        .filter(found -> found.offset() >= from && found.offset() < end)
                        .forEach(found -> records.add(shown(found)));
            }
        }
        return records;
    }

    private boolean isCommitted(Entry entry) {
        return entry.transaction()
                .map(k -> coordinator
                        .decision(k)
                        .orElseThrow(() -> new AssertionError("below the last stable offset, " + k + " is undecided")))
                .orElse(true);
    }

    /** An append was answered: it is there, at its offset, and in its transaction. */
    void acknowledged(String value, long offset, Optional<ProducerEpoch> transaction) {
        assertThat(offsets).as("acknowledged").containsEntry(value, offset);
        Entry entry = entries.stream()
                .filter(each -> each.baseOffset() <= offset && each.lastOffset() >= offset)
                .findFirst()
                .orElseThrow();
        assertThat(entry.transaction()).as("transaction of %s", value).isEqualTo(transaction);
    }

    /** The transactions that hold readers back. */
    List<ProducerEpoch> open() {
        return List.copyOf(open.keySet());
    }

    /** A record in a word. */
    static String shown(LogRecord found) {
        return found.offset() + "=" + value(found);
    }

    private static String value(LogRecord found) {
        return found.value().orElseThrow().utf8();
    }
}

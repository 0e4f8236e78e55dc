package io.tidemark.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.PlacedReference;
import io.tidemark.record.Bytes;
import io.tidemark.record.LogRecord;
import io.tidemark.record.StoredBatch;
import io.tidemark.simulation.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The partition's past, taken down from its head after every step: what it held at each moment, and every record. What
 * actors saw is kept as claims, and held against the records when the run is over.
 */
final class History {
    private final World world;
    private final Moments<Moment> moments = new Moments<>(new Moment(0, 0));
    private final List<PlacedReference> batches = new ArrayList<>();
    private final Map<Long, LogRecord> records = new HashMap<>();
    private final List<Runnable> claims = new ArrayList<>();

    /** From {@code low} on and below {@code high} the log had records. */
    record Moment(long low, long high) {}

    History(World world) {
        this.world = world;
    }

    /** Looks at the head: invariants I1 (dense), I2 (the bytes are there) and I9. */
    void observe() {
        Head head = world.head(0);
        Moment last = now();
        Moment next = new Moment(head.offsets().low(), head.offsets().high());
        assertThat(next.low()).as("log start").isBetween(last.low(), next.high());
        assertThat(next.high()).as("high watermark").isGreaterThanOrEqualTo(last.high());
        assertThat(head.offsets().sealed())
                .as("what is new is in the tail")
                .isLessThanOrEqualTo(next.high() > last.high() ? last.high() : next.high());
        head.placedTail().stream()
                .filter(batch -> batch.baseOffset() >= last.high())
                .forEach(this::take);
        moments.add(next);
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

    /** Is checked at the end, when every record is known. */
    void claim(Runnable check) {
        claims.add(check);
    }

    LogRecord recordAt(long offset) {
        return Optional.ofNullable(records.get(offset)).orElseThrow(() -> new AssertionError("no record at " + offset));
    }

    /** All offsets at which a record with this value is. */
    List<Long> offsetsOf(String value) {
        return records.values().stream()
                .filter(found -> value(found).equals(value))
                .map(LogRecord::offset)
                .toList();
    }

    static String value(LogRecord found) {
        return found.value().orElseThrow().utf8();
    }

    /** Invariant I6: the answer is that of a scan at one of the moments. */
    void claimScan(String question, int mark, Object answer, Function<Moment, Object> scan) {
        List<Moment> during = during(mark);
        claim(() -> assertThat(during.stream().map(scan))
                .as("%s at %s", question, during)
                .contains(answer));
    }

    /** The first record at or after the time, by reading them all. */
    Optional<LogRecord> scan(Moment moment, long timestampMs) {
        for (long offset = moment.low(); offset < moment.high(); offset++) {
            if (recordAt(offset).timestampMs() >= timestampMs) {
                return Optional.of(recordAt(offset));
            }
        }
        return Optional.empty();
    }

    /** The first record with the largest timestamp. */
    Optional<LogRecord> scanMaximum(Moment moment) {
        Optional<LogRecord> best = Optional.empty();
        for (long offset = moment.low(); offset < moment.high(); offset++) {
            LogRecord found = recordAt(offset);
            if (best.isEmpty() || found.timestampMs() > best.get().timestampMs()) {
                best = Optional.of(found);
            }
        }
        return best;
    }

    void checkClaims() {
        claims.forEach(Runnable::run);
    }

    /** Invariant I5. */
    void assertTrue(IndexEntry entry) {
        assertThat(batches)
                .as("%s is true", entry)
                .noneMatch(batch -> batch.baseOffset() >= entry.since()
                        && batch.baseOffset() < entry.offset()
                        && batch.maxTimestampMs() > entry.previousMaxMs());
    }

    private void take(PlacedReference batch) {
        Bytes bytes = world.objects()
                .get(
                        batch.reference().object().objectKey(),
                        batch.reference().position(),
                        batch.reference().sizeBytes())
                .orElseThrow(() -> new AssertionError("no object of " + batch));
        batches.add(batch);
        for (LogRecord found :
                StoredBatch.at(batch.baseOffset(), bytes).verified().records()) {
            records.put(found.offset(), found);
        }
        assertThat(records).as("offsets are dense").hasSize((int) batch.lastOffset() + 1);
    }
}

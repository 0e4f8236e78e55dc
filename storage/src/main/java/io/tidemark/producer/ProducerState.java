package io.tidemark.producer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a partition knows of one idempotent producer: its epoch, what comes next, and its last batches.
 *
 * @param epoch the newest epoch that appended
 * @param nextSequence the sequence that the next batch must begin with
 * @param lastAppendMinute when it last appended, minutes since the epoch
 * @param batches the last batches of this epoch, newest first, at most {@link #MAX_BATCHES}; empty when only the epoch
 *     is known
 */
public record ProducerState(short epoch, int nextSequence, long lastAppendMinute, List<Batch> batches) {
    /** How many batches back a duplicate is recognised, as in Kafka's {@code ProducerStateEntry}. */
    public static final int MAX_BATCHES = 5;

    /**
     * One appended batch.
     *
     * @param recordCount its records, so many sequence numbers
     */
    public record Batch(int recordCount, long baseOffset) {}

    public ProducerState {
        batches = List.copyOf(batches);
        if (batches.size() > MAX_BATCHES) {
            throw new IllegalArgumentException(batches.size() + " batches of one producer");
        }
    }

    /** The base offset of the remembered batch with exactly these sequences. */
    Optional<Long> offsetOf(int baseSequence, int recordCount) {
        int end = nextSequence;
        for (Batch batch : batches) {
            int begin = Sequences.before(end, batch.recordCount());
            if (begin == baseSequence && batch.recordCount() == recordCount) {
                return Optional.of(batch.baseOffset());
            }
            end = begin;
        }
        return Optional.empty();
    }

    /** The remembered batches that stay when one more is appended, newest first. */
    List<Batch> keptBehindNext() {
        return batches.subList(0, Math.min(batches.size(), MAX_BATCHES - 1));
    }

    /** This state with a batch in front. */
    public ProducerState withNewest(Batch newest) {
        List<Batch> all = new ArrayList<>(MAX_BATCHES);
        all.add(newest);
        all.addAll(keptBehindNext());
        return new ProducerState(epoch, nextSequence, lastAppendMinute, all);
    }
}

package io.tidemark.produce;

import static java.util.stream.Collectors.toMap;

import io.tidemark.record.Answer;
import io.tidemark.record.NewRecord;
import io.tidemark.record.RecordError;
import io.tidemark.record.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The records of one request that go to one partition, and their places in the request. Used by one thread. */
final class PartitionRecords {
    private final int partition;
    private final Map<Integer, Answer<ProducedRecord>> refusedAlone = new HashMap<>();
    private List<Placed> placed = new ArrayList<>();

    private record Placed(int place, NewRecord newRecord) {}

    PartitionRecords(int partition) {
        this.partition = partition;
    }

    int partition() {
        return partition;
    }

    void add(int place, NewRecord newRecord) {
        placed.add(new Placed(place, newRecord));
    }

    /** Those that are still to be appended. */
    List<NewRecord> records() {
        return placed.stream().map(Placed::newRecord).toList();
    }

    /**
     * Takes out the records that the refusal names, each refused with its own message.
     *
     * @return whether any was named, and any other is left
     */
    boolean refuseAlone(Refusal refusal) {
        Map<Integer, RecordError> errors = errors(refusal);
        if (errors.isEmpty() || errors.size() == placed.size()) {
            return false;
        }
        List<Placed> left = new ArrayList<>();
        for (int i = 0; i < placed.size(); i++) {
            RecordError error = errors.get(i);
            if (error == null) {
                left.add(placed.get(i));
            } else {
                refusedAlone.put(placed.get(i).place(), Answer.refused(error.error(), error.message()));
            }
        }
        placed = left;
        return true;
    }

    /** Each record's answer by its place in the request. */
    Map<Integer, Answer<ProducedRecord>> answers(Answer<Produced> produced) {
        Map<Integer, Answer<ProducedRecord>> answers = new HashMap<>(refusedAlone);
        for (int i = 0; i < placed.size(); i++) {
            answers.put(placed.get(i).place(), answer(produced, i));
        }
        return answers;
    }

    private Answer<ProducedRecord> answer(Answer<Produced> produced, int index) {
        if (produced instanceof Answer.Refused<Produced> refused) {
            RecordError error = errors(refused.refusal()).get(index);
            return error == null
                    ? Answer.refused(
                            refused.refusal().error(), refused.refusal().message())
                    : Answer.refused(error.error(), error.message());
        }
        return produced.map(batch -> new ProducedRecord(
                partition,
                batch.baseOffset() + index,
                batch.logAppendTimeMs().orElse(placed.get(index).newRecord().timestampMs())));
    }

    private static Map<Integer, RecordError> errors(Refusal refusal) {
        return refusal.recordErrors().stream()
                .collect(toMap(RecordError::batchIndex, error -> error, (first, second) -> first));
    }
}

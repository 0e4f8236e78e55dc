package io.tidemark.oracle;

import io.tidemark.oracle.ComparedLog.Appended;
import io.tidemark.oracle.ComparedLog.Listed;
import io.tidemark.simulation.ManualClock;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.protocol.Errors;

/** Where a broker's answer is not the one to give, and what it stands for. Every rule has a decision record. */
final class BrokerRules {
    private static final long MAX_TIMESTAMP = -3;
    private static final long EARLIEST_PENDING_UPLOAD = -6;

    private BrokerRules() {}

    /**
     * A broker's answer to ListOffsets as it would be without its segments, or as it is.
     *
     * @param right the answer to give instead where a rule applies
     */
    static Listed corrected(long asked, Listed answer, Listed right, long logStartOffset) {
        boolean belowLogStart = asked == MAX_TIMESTAMP && answer.offset() >= 0 && answer.offset() < logStartOffset;
        boolean missesTimeless = asked == MAX_TIMESTAMP && answer.equals(Listed.NO_MATCH) && right.timestampMs() == -1;
        boolean noTiers = asked == EARLIEST_PENDING_UPLOAD && answer.equals(Listed.NO_MATCH);
        return belowLogStart || missesTimeless || noTiers ? right : answer;
    }

    /**
     * Puts the clock to the append time that a broker stamped, if it did. An older time is a duplicate's: a broker
     * answers one with the stored batch's maximum timestamp.
     */
    static void follow(SortedMap<Integer, Appended> answers, ManualClock clock) {
        answers.values().stream()
                .mapToLong(Appended::logAppendTimeMs)
                .filter(stamped -> stamped >= clock.millis())
                .findFirst()
                .ifPresent(clock::setMillis);
    }

    /** Without the append time, which a broker takes from the stored batch when it detects a duplicate. */
    static SortedMap<Integer, Appended> comparable(SortedMap<Integer, Appended> answers) {
        SortedMap<Integer, Appended> comparable = new TreeMap<>();
        answers.forEach((partition, answer) -> comparable.put(
                partition,
                answer.error() == Errors.NONE
                        ? new Appended(
                                answer.error(), answer.baseOffset(), -1, answer.logStartOffset(), answer.recordErrors())
                        : Appended.refused(answer.error())));
        return comparable;
    }
}

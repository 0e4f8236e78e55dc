package io.tidemark.transaction;

import io.tidemark.layout.TransactionItem;
import io.tidemark.record.KafkaError;
import io.tidemark.record.Refusal;

/** What is to become of a transactional id's item, decided from the item as it was seen. */
sealed interface Verdict {

    /** The item is to be replaced by this one. */
    record Write(TransactionItem item) implements Verdict {}

    /** What is asked for is so already; this is the item. */
    record Stands(TransactionItem item) implements Verdict {}

    /** An end that was decided is to be finished first. */
    record FinishFirst(TransactionItem item) implements Verdict {}

    record Refused(Refusal refusal) implements Verdict {}

    static Verdict refused(KafkaError error, String message) {
        return new Refused(new Refusal(error, message));
    }
}

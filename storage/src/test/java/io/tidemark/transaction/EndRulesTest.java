package io.tidemark.transaction;

import static io.tidemark.transaction.Items.FRESH;
import static io.tidemark.transaction.Items.NONE;
import static io.tidemark.transaction.Items.epoch;
import static io.tidemark.transaction.Items.item;
import static io.tidemark.transaction.Items.told;
import static io.tidemark.transaction.Items.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.TransactionItem;
import io.tidemark.layout.TransactionState;
import io.tidemark.record.KafkaError;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EndRulesTest {
    @ParameterizedTest
    @CsvSource({
        "Ongoing,        7, 5, true,  PrepareCommit 7.6",
        "Ongoing,        7, 5, false, PrepareAbort 7.6",
        "Ongoing,        7, 4, true,  PRODUCER_FENCED",
        "Ongoing,        7, 6, true,  PRODUCER_FENCED",
        "Ongoing,        7, -1, true, PRODUCER_FENCED",
        "Ongoing,        8, 5, true,  INVALID_PRODUCER_ID_MAPPING",
        "Ongoing,       -1, 5, true,  INVALID_PRODUCER_ID_MAPPING",
        "Empty,          7, 5, true,  INVALID_TXN_STATE",
        "Empty,          7, 5, false, CompleteAbort 7.6",
        "Empty+,         7, 4, true,  PRODUCER_FENCED",
        "Empty+,         7, 4, false, PRODUCER_FENCED",
        "PrepareCommit,  7, 4, true,  stands 7.5",
        "PrepareCommit,  7, 4, false, INVALID_TXN_STATE",
        "PrepareAbort,   7, 4, false, stands 7.5",
        "PrepareAbort,   7, 4, true,  INVALID_TXN_STATE",
        "PrepareAbort,   7, 5, false, finish first",
        "PrepareCommit,  7, 3, true,  PRODUCER_FENCED",
        "CompleteCommit, 7, 4, true,  stands 7.5",
        "CompleteCommit, 7, 4, false, INVALID_TXN_STATE",
        "CompleteCommit, 7, 5, true,  INVALID_TXN_STATE",
        "CompleteCommit, 7, 5, false, CompleteAbort 7.6",
        "CompleteAbort,  7, 4, false, stands 7.5",
        "CompleteAbort,  7, 4, true,  INVALID_TXN_STATE",
        "CompleteAbort,  7, 5, true,  INVALID_TXN_STATE",
        "CompleteAbort,  7, 5, false, CompleteAbort 7.6",
        "CompleteAbort,  7, 3, false, PRODUCER_FENCED",
    })
    void everyStateKnowsWhatToDo(String state, long id, int epoch, boolean committed, String verdict) {
        assertThat(told(EndRules.decide(request(id, epoch, committed), Optional.of(item(Items.named(state))), NONE)))
                .isEqualTo(verdict);
    }

    @Test
    void anUnknownIdEndsNothing() {
        assertThat(Items.error(EndRules.decide(request(7, 5, true), Optional.empty(), NONE)))
                .isEqualTo(KafkaError.INVALID_PRODUCER_ID_MAPPING);
    }

    @Test
    void theDecisionKeepsWhatIsToBeEnded() {
        TransactionItem decided =
                written(EndRules.decide(request(7, 5, true), Optional.of(item(Items.ongoing())), NONE));

        assertThat(decided.state())
                .isEqualTo(new TransactionState.Prepare(
                        Items.CURRENT, true, Items.STARTED, Items.ongoing().partitions()));
    }

    @ParameterizedTest
    @CsvSource({"32765, 7.32766", "32766, 900.0"})
    void epochsThatAreUsedUpBringANewProducerIdAndTheRepetitionTellsIt(int epoch, String next) {
        EndTransactionRequest request = request(7, epoch, true);
        TransactionItem decided =
                written(EndRules.decide(request, Optional.of(item(epoch(7, epoch), Items.ongoing())), FRESH));

        assertThat(decided.next()).hasToString(next);
        assertThat(told(EndRules.decide(request, Optional.of(decided), NONE))).isEqualTo("stands " + next);
        TransactionState complete = ((TransactionState.Prepare) decided.state()).complete();
        assertThat(told(EndRules.decide(request, Optional.of(decided.with(decided.next(), complete)), NONE)))
                .isEqualTo("stands " + next);
    }

    private static EndTransactionRequest request(long id, int epoch, boolean committed) {
        return new EndTransactionRequest("payments", id, epoch, committed);
    }
}

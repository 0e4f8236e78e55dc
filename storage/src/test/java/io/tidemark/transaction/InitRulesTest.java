package io.tidemark.transaction;

import static io.tidemark.transaction.Items.FRESH;
import static io.tidemark.transaction.Items.ID;
import static io.tidemark.transaction.Items.NONE;
import static io.tidemark.transaction.Items.NOW;
import static io.tidemark.transaction.Items.epoch;
import static io.tidemark.transaction.Items.item;
import static io.tidemark.transaction.Items.told;
import static io.tidemark.transaction.Items.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.TransactionItem;
import io.tidemark.layout.TransactionState;
import io.tidemark.record.KafkaError;
import io.tidemark.record.Refusal;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class InitRulesTest {
    private static final Duration TIMEOUT = Duration.ofMillis(1_234);

    @ParameterizedTest
    @CsvSource({
        "Empty,          Empty 7.6",
        "Empty+,         Empty 7.6",
        "Ongoing,        PrepareAbort 7.6",
        "PrepareCommit,  finish first",
        "PrepareAbort,   finish first",
        "CompleteCommit, Empty 7.6",
        "CompleteAbort,  Empty 7.6",
    })
    void aProducerThatBeginsGetsTheNextEpoch(String state, String verdict) {
        assertThat(told(InitRules.decide(ID, begin(), Optional.of(item(Items.named(state))), NONE, NOW)))
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "Empty,          7, 5, Empty 7.6",
        "Empty,          7, 4, PRODUCER_FENCED",
        "Empty,          7, 6, PRODUCER_FENCED",
        "Empty,          8, 5, PRODUCER_FENCED",
        "Empty,         -2, 5, PRODUCER_FENCED",
        "Empty+,         7, 4, Empty 7.5",
        "Empty+,         7, 5, Empty 7.6",
        "Empty+,         7, 3, PRODUCER_FENCED",
        "CompleteCommit, 7, 4, Empty 7.5",
        "CompleteAbort,  7, 4, Empty 7.5",
        "CompleteAbort,  7, 5, Empty 7.6",
        "Ongoing,        7, 5, PrepareAbort 7.6",
        "Ongoing,        7, 4, PRODUCER_FENCED",
        "PrepareAbort,   7, 4, finish first",
    })
    void aProducerThatGoesOnNamesItsEpochOrTheOneBefore(String state, long id, int epoch, String verdict) {
        assertThat(told(InitRules.decide(ID, goOn(id, epoch), Optional.of(item(Items.named(state))), NONE, NOW)))
                .isEqualTo(verdict);
    }

    @Test
    void anUnknownIdGetsANewProducerId() {
        TransactionItem first = written(InitRules.decide(ID, begin(), Optional.empty(), FRESH, NOW));

        assertThat(first.id()).isEqualTo(ID);
        assertThat(first.next()).isEqualTo(epoch(900, 0));
        assertThat(first.timeout()).isEqualTo(TIMEOUT);
        assertThat(first.state()).isEqualTo(Items.empty());
        assertThat(written(InitRules.decide(ID, goOn(3, 3), Optional.empty(), FRESH, NOW))
                        .next())
                .isEqualTo(epoch(900, 0));
    }

    @Test
    void theTimeoutIsTheNewOneUnlessATransactionIsOpen() {
        TransactionItem again =
                written(InitRules.decide(ID, begin(), Optional.of(item(Items.complete(true))), NONE, NOW));
        TransactionItem aborted = written(InitRules.decide(ID, begin(), Optional.of(item(Items.ongoing())), NONE, NOW));

        assertThat(again.timeout()).isEqualTo(TIMEOUT);
        assertThat(aborted.timeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(aborted.state())
                .isEqualTo(new TransactionState.Prepare(
                        Items.CURRENT, false, Items.STARTED, Items.ongoing().partitions()));
    }

    @Test
    void whoBeganAnewIsNotTakenForTheOneBefore() {
        TransactionItem begun = written(InitRules.decide(ID, begin(), Optional.of(item(Items.empty())), NONE, NOW));
        TransactionItem wentOn = written(InitRules.decide(ID, goOn(7, 5), Optional.of(item(Items.empty())), NONE, NOW));

        assertThat(begun.state()).isEqualTo(Items.empty());
        assertThat(wentOn.state()).isEqualTo(new TransactionState.Empty(Optional.of(Items.CURRENT)));
    }

    @ParameterizedTest
    @CsvSource({"32765, Empty 7.32766", "32766, Empty 900.0", "32767, Empty 900.0"})
    void epochsThatAreUsedUpBringANewProducerId(int epoch, String verdict) {
        TransactionItem item = item(epoch(7, epoch), Items.empty());

        assertThat(told(InitRules.decide(ID, begin(), Optional.of(item), FRESH, NOW)))
                .isEqualTo(verdict);
        TransactionItem wentOn = written(InitRules.decide(ID, goOn(7, epoch), Optional.of(item), FRESH, NOW));
        assertThat(told(InitRules.decide(ID, goOn(7, epoch), Optional.of(wentOn), NONE, NOW)))
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "-1, INVALID_TRANSACTION_TIMEOUT",
        "0, INVALID_TRANSACTION_TIMEOUT",
        "1,",
        "899999,",
        "900000,",
        "900001, INVALID_TRANSACTION_TIMEOUT",
    })
    void theTimeoutIsFromOneMillisecondToFifteenMinutes(long timeoutMs, KafkaError error) {
        InitProducerRequest request = InitProducerRequest.begin(Optional.of("payments"), Duration.ofMillis(timeoutMs));

        assertThat(InitRules.fault(request).map(Refusal::error)).isEqualTo(Optional.ofNullable(error));
    }

    @Test
    void withoutATransactionalIdTheTimeoutDoesNotCount() {
        assertThat(InitRules.fault(InitProducerRequest.begin(Optional.empty(), Duration.ofMillis(-5))))
                .isEmpty();
    }

    @Test
    void idAndEpochBelongTogether() {
        assertThat(InitRules.fault(new InitProducerRequest(
                                Optional.of("payments"), TIMEOUT, Optional.of(7L), Optional.empty()))
                        .map(Refusal::error))
                .contains(KafkaError.INVALID_REQUEST);
        assertThat(InitRules.fault(new InitProducerRequest(Optional.empty(), TIMEOUT, Optional.empty(), Optional.of(3)))
                        .map(Refusal::error))
                .contains(KafkaError.INVALID_REQUEST);
    }

    private static InitProducerRequest begin() {
        return InitProducerRequest.begin(Optional.of("payments"), TIMEOUT);
    }

    private static InitProducerRequest goOn(long id, int epoch) {
        return new InitProducerRequest(Optional.of("payments"), TIMEOUT, Optional.of(id), Optional.of(epoch));
    }
}

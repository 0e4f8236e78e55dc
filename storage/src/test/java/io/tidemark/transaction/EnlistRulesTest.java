package io.tidemark.transaction;

import static io.tidemark.transaction.Items.ID;
import static io.tidemark.transaction.Items.NOW;
import static io.tidemark.transaction.Items.P0;
import static io.tidemark.transaction.Items.P1;
import static io.tidemark.transaction.Items.epoch;
import static io.tidemark.transaction.Items.item;
import static io.tidemark.transaction.Items.told;
import static io.tidemark.transaction.Items.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.EnlistedPartition;
import io.tidemark.layout.TransactionState;
import io.tidemark.record.KafkaError;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EnlistRulesTest {
    @ParameterizedTest
    @CsvSource({
        "Empty,          7, 5, Ongoing 7.5",
        "Empty+,         7, 5, Ongoing 7.5",
        "Ongoing,        7, 5, Ongoing 7.5",
        "CompleteCommit, 7, 5, Ongoing 7.5",
        "CompleteAbort,  7, 5, Ongoing 7.5",
        "PrepareCommit,  7, 5, finish first",
        "PrepareAbort,   7, 5, finish first",
        "PrepareCommit,  7, 4, INVALID_PRODUCER_EPOCH",
        "Empty+,         7, 4, INVALID_PRODUCER_EPOCH",
        "Ongoing,        7, 6, INVALID_PRODUCER_EPOCH",
        "Ongoing,        8, 5, INVALID_PRODUCER_ID_MAPPING",
        "Empty,          8, 0, INVALID_PRODUCER_ID_MAPPING",
    })
    void onlyTheCurrentEpochMayWrite(String state, long id, int epoch, String verdict) {
        assertThat(told(EnlistRules.decide(
                        ID, epoch(id, epoch), Set.of(P1), Optional.of(item(Items.named(state))), NOW)))
                .isEqualTo(verdict);
    }

    @Test
    void anUnknownIdMayNotWrite() {
        assertThat(Items.error(EnlistRules.decide(ID, epoch(7, 0), Set.of(P0), Optional.empty(), NOW)))
                .isEqualTo(KafkaError.INVALID_PRODUCER_ID_MAPPING);
    }

    @Test
    void aTransactionBeginsWithItsFirstPartitions() {
        Verdict verdict =
                EnlistRules.decide(ID, Items.CURRENT, Set.of(P0, P1), Optional.of(item(Items.complete(true))), NOW);

        assertThat(written(verdict).state()).isEqualTo(new TransactionState.Ongoing(NOW, Set.of(P0, P1)));
    }

    @Test
    void furtherPartitionsJoinAndTheStartStays() {
        Verdict verdict =
                EnlistRules.decide(ID, Items.CURRENT, Set.of(P0, P1), Optional.of(item(Items.ongoing())), NOW);

        assertThat(written(verdict).state()).isEqualTo(new TransactionState.Ongoing(Items.STARTED, Set.of(P0, P1)));
    }

    @Test
    void whatIsRecordedNeedsNoChange() {
        assertThat(told(EnlistRules.decide(ID, Items.CURRENT, Set.of(P0), Optional.of(item(Items.ongoing())), NOW)))
                .isEqualTo("stands 7.5");
    }

    @ParameterizedTest
    @CsvSource({"998, Ongoing 7.5", "999, Ongoing 7.5", "1000, POLICY_VIOLATION"})
    void aTransactionHasAThousandPartitionsAtMost(int more, String verdict) {
        Set<EnlistedPartition> partitions =
                IntStream.rangeClosed(1, more).mapToObj(Items::partition).collect(Collectors.toSet());

        assertThat(told(EnlistRules.decide(ID, Items.CURRENT, partitions, Optional.of(item(Items.ongoing())), NOW)))
                .isEqualTo(verdict);
    }
}

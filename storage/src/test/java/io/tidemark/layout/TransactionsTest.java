package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.producer.ProducerEpoch;
import io.tidemark.store.Path;
import io.tidemark.store.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TransactionsTest {
    private static final GoldenItem GOLDEN = GoldenItem.read("head-transactions.txt");
    private static final ProducerEpoch ABORTING = new ProducerEpoch(5, (short) 3);
    private static final ProducerEpoch OPEN = new ProducerEpoch(900, (short) 0);
    private static final Transactions BOTH =
            new Transactions(Map.of(ABORTING, 1_043L, OPEN, 39L), Map.of(ABORTING, 1_044L));

    @Test
    void standInTheHeadAsTheGoldenItemHasThem() {
        Head head = Head.decode(GOLDEN.key(), GOLDEN.item());

        assertThat(head.transactions()).isEqualTo(BOTH);
        assertThat(head.encode()).isEqualTo(GOLDEN.item());
        assertThat(Head.openTransaction(ABORTING)).isEqualTo(Path.of("tx", "5.3"));
        assertThat(Head.abortingTransaction(ABORTING)).isEqualTo(Path.of("ab", "5.3"));
    }

    @Test
    void areFoundByNameAndByProducer() {
        assertThat(BOTH.firstOffset(OPEN)).contains(39L);
        assertThat(BOTH.firstOffset(new ProducerEpoch(900, (short) 1))).isEmpty();
        assertThat(BOTH.abortMarker(ABORTING)).contains(1_044L);
        assertThat(BOTH.abortMarker(OPEN)).isEmpty();
        assertThat(BOTH.openOf(5)).contains(ABORTING);
        assertThat(BOTH.openOf(6)).isEmpty();
        assertThat(BOTH.lowestFirstOffset()).contains(39L);
        assertThat(Transactions.NONE.lowestFirstOffset()).isEmpty();
    }

    @Test
    void theLastStableOffsetIsTheLowestFirstOffsetButNotBelowTheLogStart() {
        assertThat(withOpen(Map.of()).lastStableOffset()).isEqualTo(1_045);
        assertThat(withOpen(Map.of("5.3", Value.of(1_043), "900.0", Value.of(42)))
                        .lastStableOffset())
                .isEqualTo(42);
        assertThat(withOpen(Map.of("900.0", Value.of(41))).lastStableOffset()).isEqualTo(41);
        assertThat(withOpen(Map.of("900.0", Value.of(40))).lastStableOffset()).isEqualTo(40);
        assertThat(withOpen(Map.of("900.0", Value.of(39))).lastStableOffset()).isEqualTo(40);
    }

    @Test
    void whatNamesNoTransactionIsUnreadable() {
        for (String name : List.of("5", "5.", ".3", "x.3", "5.x", "-5.3", "5.-3", "5.32768")) {
            assertThatThrownBy(() -> withOpen(Map.of(name, Value.of(1))))
                    .as(name)
                    .isInstanceOf(UnreadableItemException.class)
                    .hasMessageContaining("attribute tx." + name);
        }
        assertThatThrownBy(() -> withOpen(Map.of("5.3", Value.of("text"))))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("attribute tx");
    }

    private static Head withOpen(Map<String, Value> open) {
        return Head.decode(GOLDEN.key(), GOLDEN.with("tx", new Value.Dictionary(open)));
    }
}

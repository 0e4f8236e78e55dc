package io.tidemark.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.Path;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.WriteOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the contract of item stores leaves to say about the algebra by itself. */
class ItemAlgebraTest {
    private static final Item HEAD = new Item(Map.of(
            "high",
            Value.of(100),
            "tail",
            new Value.Sequence(List.of(Value.of(Bytes.utf8("r1")))),
            "px",
            Value.Dictionary.EMPTY,
            "po",
            Value.Dictionary.EMPTY));

    @Test
    void anAppendOfAProducerGivesItsBaseOffsetAndMovesTheHighWatermark() {
        Update append = Update.builder()
                .when(Condition.equal(Path.of("high"), Value.of(100)))
                .when(Condition.listLacks(Path.of("tail"), Bytes.utf8("r2")))
                .when(Condition.listShorterThan(Path.of("tail"), 2))
                .when(Condition.absent(Path.of("px", "7")))
                .add(Path.of("high"), 3)
                .append(Path.of("tail"), Bytes.utf8("r2"))
                .set(Path.of("px", "7"), Value.of(Bytes.utf8("state")))
                .setFrom(Path.of("po", "7"), Path.of("high"))
                .build();
        Item after = new Item(Map.of(
                "high", Value.of(103),
                "tail", new Value.Sequence(List.of(Value.of(Bytes.utf8("r1")), Value.of(Bytes.utf8("r2")))),
                "px", new Value.Dictionary(Map.of("7", Value.of(Bytes.utf8("state")))),
                "po", new Value.Dictionary(Map.of("7", Value.of(100)))));
        assertThat(ItemAlgebra.update(Optional.of(HEAD), append)).isEqualTo(new WriteOutcome.Applied(after));
        assertThat(ItemAlgebra.update(Optional.of(after), append))
                .isEqualTo(new WriteOutcome.Refused(Optional.of(after)));
        assertThat(ItemAlgebra.update(Optional.empty(), append)).isEqualTo(new WriteOutcome.Refused(Optional.empty()));
    }

    @Test
    void entriesOfOneDictionaryAreSetCopiedAndRemovedInOneUpdate() {
        Item before = new Item(Map.of("m", new Value.Dictionary(Map.of("a", Value.of(1), "b", Value.of(2)))));
        Update update = Update.builder()
                .setFrom(Path.of("m", "a"), Path.of("m", "b"))
                .setFrom(Path.of("m", "c"), Path.of("m", "a"))
                .remove(Path.of("m", "b"))
                .build();
        Item after = new Item(Map.of("m", new Value.Dictionary(Map.of("a", Value.of(2), "c", Value.of(1)))));
        assertThat(ItemAlgebra.update(Optional.of(before), update)).isEqualTo(new WriteOutcome.Applied(after));
    }

    @Test
    void theItemBeforeIsLeftAsItWas() {
        Item before = new Item(HEAD.attributes());
        WriteOutcome outcome = ItemAlgebra.update(
                Optional.of(before),
                Update.builder().add(Path.of("high"), 1).remove(Path.of("px")).build());
        assertThat(outcome).isInstanceOf(WriteOutcome.Applied.class);
        assertThat(before).isEqualTo(HEAD);
    }

    @Test
    void aSumBeyond64BitsIsAMistake() {
        Item highest = new Item(Map.of("n", Value.of(Long.MAX_VALUE)));
        assertThatThrownBy(() -> ItemAlgebra.update(
                        Optional.of(highest),
                        Update.builder().add(Path.of("n"), 1).build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("n");
    }

    @Test
    void aMistakeNamesItsPath() {
        assertThatThrownBy(() -> ItemAlgebra.update(
                        Optional.of(HEAD),
                        Update.builder().set(Path.of("high", "x"), Value.of(1)).build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("high.x");
    }

    @Test
    void aPutIsRefusedWithWhatIsThere() {
        List<Condition> free = List.of(Condition.absent(Path.of("high")));
        assertThat(ItemAlgebra.put(Optional.empty(), HEAD, free)).isEqualTo(new WriteOutcome.Applied(HEAD));
        assertThat(ItemAlgebra.put(Optional.of(HEAD), Item.EMPTY, free))
                .isEqualTo(new WriteOutcome.Refused(Optional.of(HEAD)));
    }
}

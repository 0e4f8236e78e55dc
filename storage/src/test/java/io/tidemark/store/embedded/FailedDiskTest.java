package io.tidemark.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that takes no more. */
class FailedDiskTest {
    private static final ItemKey KEY = new ItemKey("p", "s");
    private static final Item FIRST = new Item(Map.of("n", Value.of(1)));
    private static final Item SECOND = new Item(Map.of("n", Value.of(2)));

    @TempDir
    Path directory;

    private EmbeddedItemStore store;

    @BeforeEach
    void open() {
        store = EmbeddedItemStore.open(RecordedFiles.name(directory.resolve("items.mv")));
        store.put(KEY, FIRST, List.of());
        RecordedFiles.fail();
    }

    @Test
    void aWriteWhoseSyncFailedHasAnUnknownOutcome() {
        assertFails(Effect.UNKNOWN, () -> store.put(KEY, SECOND, List.of()));
    }

    @Test
    void afterAFailedSyncNothingIsReadOrWrittenUntilTheStoreIsOpenedAnew() {
        assertFails(Effect.UNKNOWN, () -> store.put(KEY, SECOND, List.of()));
        assertFails(Effect.NONE, () -> store.get(KEY));
        assertFails(Effect.NONE, () -> store.put(new ItemKey("p", "other"), SECOND, List.of()));
        store.close();
        try (EmbeddedItemStore reopened = EmbeddedItemStore.open(directory.resolve("items.mv"))) {
            assertThat(reopened.get(KEY).orElseThrow()).isIn(FIRST, SECOND);
            assertThat(reopened.get(new ItemKey("p", "other"))).isEmpty();
        }
    }

    private static void assertFails(Effect effect, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        outage -> assertThat(outage.effect()).isEqualTo(effect));
    }
}

package io.tidemark.store.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ObjectWriter;
import io.tidemark.store.Path;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.StoreUnavailableException.Kind;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A table or a bucket that is not there, is named by every call. */
@OnEndpoint
class MissingStoresIT {
    private static final ItemKey KEY = new ItemKey("p", "s");
    private static final URI ENDPOINT = TestEndpoint.found().orElseThrow();
    private static final AwsStores STORES =
            TestEndpoint.open(TestEndpoint.settings("no-such-table", "no-such-bucket-here", ENDPOINT));

    @AfterAll
    static void close() {
        STORES.close();
    }

    static Stream<Runnable> itemCalls() {
        return Stream.of(
                () -> STORES.items().get(KEY),
                () -> STORES.items().query(ItemRange.ascending("p", "a", "b", 1)),
                () -> STORES.items().put(KEY, Item.EMPTY, List.of()),
                () -> STORES.items().delete(KEY, List.of()),
                () -> STORES.items()
                        .update(
                                KEY,
                                Update.builder().set(Path.of("a"), Value.of(1)).build()));
    }

    static Stream<Runnable> objectCalls() {
        return Stream.of(
                () -> STORES.objects().get("o", 0, 1),
                () -> STORES.objects().putIfAbsent("o", Bytes.EMPTY),
                () -> STORES.objects().list("", "", 1),
                () -> STORES.objects().delete(List.of("o")),
                () -> {
                    try (ObjectWriter writer = STORES.objects().write("o")) {
                        writer.append(Bytes.wrap(new byte[S3ObjectWriter.PART_BYTES + 1]));
                    }
                });
    }

    @ParameterizedTest
    @MethodSource("itemCalls")
    void aMissingTableIsNamed(Runnable call) {
        assertMissing(call, "no-such-table");
    }

    @ParameterizedTest
    @MethodSource("objectCalls")
    void aMissingBucketIsNamedAndNoMissingObject(Runnable call) {
        assertMissing(call, "no-such-bucket-here");
    }

    @Test
    void aTableWithOtherKeysIsNotOurs() {
        String table = "tidemark-other-" + UUID.randomUUID();
        TestEndpoint.createTable(ENDPOINT, table, "id", "range");
        try (AwsStores stores = TestEndpoint.open(TestEndpoint.settings(table, "none", ENDPOINT))) {
            assertMissing(() -> stores.items().get(KEY), table);
        }
    }

    private static void assertMissing(Runnable call, String name) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(StoreUnavailableException.class, e -> {
            assertThat(e.kind()).isEqualTo(Kind.MISSING);
            assertThat(e.effect()).isEqualTo(Effect.NONE);
            assertThat(e).hasMessageContaining(name);
        });
    }
}

package io.tidemark.store.embedded;

import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemSize;
import io.tidemark.store.ItemStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.Update;
import io.tidemark.store.WriteOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/**
 * Items in one H2 MVStore map, in a file or in memory. Thread-safe.
 *
 * <p>One group of writes at a time is decided, committed and synced; then the snapshot that readers use is replaced, and
 * only then the writers hear of it. What a sync makes durable it makes durable as a whole, see {@link ItemFile}, so a
 * crash at any point finds the items as of the last sync or the one that was under way.
 */
public final class EmbeddedItemStore implements ItemStore, AutoCloseable {
    private static final String MAP = "items";
    private static final int STORE_VERSION = 1;

    /** After so many commits chunks that are mostly dead are written anew, so that their space can be used again. */
    private static final int COMMITS_PER_COMPACTION = 16;

    private static final int COMPACTION_FILL_PERCENT = 60;
    private static final int COMPACTION_BYTES = 2 * 1024 * 1024;

    private final MVStore store;
    private final MVMap<ItemKey, Item> items;
    private final GroupCommit<Write, WriteOutcome> writes = new GroupCommit<>(this::commit);

    private volatile ItemSnapshot durable;
    private volatile boolean closed;
    private long commits;

    private EmbeddedItemStore(MVStore.Builder builder) {
        this.store = builder.autoCommitDisabled().open();
        // every commit is synced before the next one begins, so no time has to pass before dead space is used again
        store.setRetentionTime(0);
        checkVersion();
        this.items = store.openMap(MAP, ItemTypes.map());
        store.commit();
        store.sync();
        this.durable = new ItemSnapshot(store, items);
    }

    /**
     * Opens the store in a file, which is created if it is missing.
     *
     * @throws DataDirectoryException where it cannot be read or written, is damaged, or was written by a newer version
     */
    public static EmbeddedItemStore open(Path file) {
        return open(ItemFiles.name(file));
    }

    static EmbeddedItemStore open(String fileName) {
        try {
            return new EmbeddedItemStore(new MVStore.Builder().fileName(fileName));
        } catch (MVStoreException | IllegalStateException e) {
            throw new DataDirectoryException("cannot open the items in " + fileName + ": " + e.getMessage(), e);
        }
    }

    public static EmbeddedItemStore inMemory() {
        return new EmbeddedItemStore(new MVStore.Builder());
    }

    @Override
    public Optional<Item> get(ItemKey key) {
        return read(snapshot -> Optional.ofNullable(snapshot.get(key)));
    }

    @Override
    public ItemPage query(ItemRange range) {
        return read(snapshot -> page(snapshot, range));
    }

    @Override
    public WriteOutcome put(ItemKey key, Item item, List<Condition> conditions) {
        ItemSize.check(key, item);
        return writes.run(new Write(key, false, current -> ItemAlgebra.put(current, item, conditions)));
    }

    @Override
    public WriteOutcome delete(ItemKey key, List<Condition> conditions) {
        return writes.run(new Write(key, true, current -> ItemAlgebra.put(current, Item.EMPTY, conditions)));
    }

    @Override
    public WriteOutcome update(ItemKey key, Update update) {
        return writes.run(new Write(key, false, current -> ItemAlgebra.update(current, update)));
    }

    /** Waits for the writes that have begun, then closes the file. */
    @Override
    public void close() {
        writes.exclusively(() -> {
            if (!closed) {
                closed = true;
                // 0: what MVStore does to make a file small on closing moves chunks past its own assertions
                store.close(0);
            }
        });
    }

    private void checkVersion() {
        int version = store.getStoreVersion();
        if (version > STORE_VERSION) {
            store.closeImmediately();
            throw new IllegalStateException("it has version " + version + ", this program reads " + STORE_VERSION);
        }
        if (version < STORE_VERSION) {
            store.setStoreVersion(STORE_VERSION);
        }
    }

    private <T> T read(Function<MVMap<ItemKey, Item>, T> reader) {
        if (closed) {
            throw new StoreUnavailableException(Effect.NONE, "the item store is closed");
        }
        ItemSnapshot snapshot = enterDurable();
        try {
            return snapshot.read(reader);
        } catch (MVStoreException e) {
            throw new StoreUnavailableException(Effect.NONE, "the item store cannot be read", e);
        } finally {
            snapshot.leave();
        }
    }

    private ItemSnapshot enterDurable() {
        ItemSnapshot snapshot = durable;
        while (!snapshot.enter()) {
            snapshot = durable;
        }
        return snapshot;
    }

    private static ItemPage page(MVMap<ItemKey, Item> snapshot, ItemRange range) {
        boolean descending = range.direction() == ItemRange.Direction.DESCENDING;
        String first = range.after().orElse(descending ? range.to() : range.from());
        String last = descending ? range.from() : range.to();
        Cursor<ItemKey, Item> cursor = snapshot.cursor(
                new ItemKey(range.partition(), first), new ItemKey(range.partition(), last), descending);
        List<ItemPage.Entry> entries = new ArrayList<>();
        long bytes = 0;
        while (cursor.hasNext()) {
            ItemKey key = cursor.next();
            if (range.after().filter(key.sort()::equals).isPresent()) {
                continue;
            }
            Item item = cursor.getValue();
            bytes += ItemSize.bytes(key, item);
            if (bytes > ItemSize.MAX_PAGE_BYTES) {
                return continued(entries, range);
            }
            entries.add(new ItemPage.Entry(key, item));
            if (entries.size() == range.limit()) {
                // like DynamoDB, which does not look whether anything follows
                return continued(entries, range);
            }
        }
        return new ItemPage(entries, Optional.empty());
    }

    private static ItemPage continued(List<ItemPage.Entry> entries, ItemRange range) {
        String last = entries.get(entries.size() - 1).key().sort();
        return new ItemPage(entries, Optional.of(range.continuedAfter(last)));
    }

    private List<Supplier<WriteOutcome>> commit(List<Write> group) {
        if (closed) {
            return failures(group, Effect.NONE, "the item store is closed", Optional.empty());
        }
        try {
            List<Supplier<WriteOutcome>> answers = new ArrayList<>(group.size());
            for (Write write : group) {
                answers.add(apply(write));
            }
            makeDurable();
            return answers;
        } catch (RuntimeException | Error e) {
            // what is on the disk is not known any more: nothing may be read or written on top of it
            closed = true;
            store.closeImmediately();
            return failures(group, Effect.UNKNOWN, "the item store's file failed, the store is closed", Optional.of(e));
        }
    }

    private Supplier<WriteOutcome> apply(Write write) {
        Optional<Item> current = Optional.ofNullable(items.get(write.key()));
        WriteOutcome outcome;
        try {
            outcome = write.decide().apply(current);
            if (outcome instanceof WriteOutcome.Applied applied) {
                ItemSize.check(write.key(), applied.item());
            }
        } catch (RuntimeException e) {
            // this caller's mistake, and nobody else's
            return () -> {
                throw e;
            };
        }
        if (outcome instanceof WriteOutcome.Applied applied) {
            if (write.removes()) {
                items.remove(write.key());
            } else {
                items.put(write.key(), applied.item());
            }
        }
        return () -> outcome;
    }

    private void makeDurable() {
        if (!store.hasUnsavedChanges()) {
            return;
        }
        commitAndSync();
        if (++commits % COMMITS_PER_COMPACTION == 0 && store.compact(COMPACTION_FILL_PERCENT, COMPACTION_BYTES)) {
            commitAndSync();
        }
    }

    private void commitAndSync() {
        store.commit();
        store.sync();
        ItemSnapshot before = durable;
        durable = new ItemSnapshot(store, items);
        before.leave();
    }

    private static List<Supplier<WriteOutcome>> failures(
            List<Write> group, Effect effect, String message, Optional<Throwable> cause) {
        Supplier<WriteOutcome> failure = () -> {
            throw cause.map(thrown -> new StoreUnavailableException(effect, message, thrown))
                    .orElseGet(() -> new StoreUnavailableException(effect, message));
        };
        return group.stream().map(write -> failure).toList();
    }

    /**
     * One write.
     *
     * @param removes whether the item goes when the write applies
     */
    private record Write(ItemKey key, boolean removes, Function<Optional<Item>, WriteOutcome> decide) {}
}

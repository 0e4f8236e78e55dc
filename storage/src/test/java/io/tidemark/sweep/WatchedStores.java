package io.tidemark.sweep;

import io.tidemark.record.Bytes;
import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.ObjectWriter;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.StoredObject;
import io.tidemark.store.Update;
import io.tidemark.store.WriteOutcome;
import io.tidemark.store.embedded.EmbeddedStore;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Both stores, with their calls counted from 1 on. Something may be done before a call, and from one on all may fail,
 * as they do for a process that stops. Used by one thread.
 */
public final class WatchedStores {
    /** Whether the call at which a process stops still takes effect. */
    public enum Stop {
        BEFORE,
        AFTER
    }

    private final EmbeddedStore store;
    private IntConsumer beforeCall = call -> {};
    private int stopAt = Integer.MAX_VALUE;
    private Stop stop = Stop.BEFORE;
    private boolean once;
    private int calls;

    public WatchedStores(EmbeddedStore store) {
        this.store = store;
    }

    /** Does something before each call. */
    public WatchedStores beforeEach(IntConsumer action) {
        beforeCall = action;
        return this;
    }

    /** Fails at this call and at all behind it. */
    public WatchedStores stopAt(int call, Stop how) {
        stopAt = call;
        stop = how;
        return this;
    }

    /** Fails at this call, and at no other. */
    public WatchedStores failAt(int call, Stop how) {
        once = true;
        return stopAt(call, how);
    }

    public int calls() {
        return calls;
    }

    public ItemStore items() {
        return new WatchedItems();
    }

    public ObjectStore objects() {
        return new WatchedObjects();
    }

    private <T> T call(String what, Supplier<T> call) {
        calls++;
        int number = calls;
        beforeCall.accept(number);
        boolean stopsHere = number == stopAt;
        if ((stopsHere && stop == Stop.BEFORE) || (number > stopAt && !once)) {
            throw new StoreUnavailableException(Effect.UNKNOWN, "stopped before call " + number + ", " + what);
        }
        T answer = call.get();
        if (stopsHere) {
            throw new StoreUnavailableException(Effect.UNKNOWN, "stopped after call " + number + ", " + what);
        }
        return answer;
    }

    private final class WatchedItems implements ItemStore {
        @Override
        public Optional<Item> get(ItemKey key) {
            return call("get " + key, () -> store.items().get(key));
        }

        @Override
        public ItemPage query(ItemRange range) {
            return call("query " + range, () -> store.items().query(range));
        }

        @Override
        public WriteOutcome put(ItemKey key, Item item, List<Condition> conditions) {
            return call("put " + key, () -> store.items().put(key, item, conditions));
        }

        @Override
        public WriteOutcome delete(ItemKey key, List<Condition> conditions) {
            return call("delete " + key, () -> store.items().delete(key, conditions));
        }

        @Override
        public WriteOutcome update(ItemKey key, Update update) {
            return call("update " + key, () -> store.items().update(key, update));
        }
    }

    private final class WatchedObjects implements ObjectStore {
        @Override
        public boolean putIfAbsent(String key, Bytes content) {
            return call("put " + key, () -> store.objects().putIfAbsent(key, content));
        }

        @Override
        public ObjectWriter write(String key) {
            return new WatchedWriter(
                    key, call("write " + key, () -> store.objects().write(key)));
        }

        @Override
        public Optional<Bytes> get(String key, long position, int length) {
            return call("get " + key, () -> store.objects().get(key, position, length));
        }

        @Override
        public List<StoredObject> list(String prefix, String after, int limit) {
            return call("list " + prefix, () -> store.objects().list(prefix, after, limit));
        }

        @Override
        public void delete(List<String> keys) {
            call("delete " + keys, () -> {
                store.objects().delete(keys);
                return keys;
            });
        }
    }

    private final class WatchedWriter implements ObjectWriter {
        private final String key;
        private final ObjectWriter writer;

        WatchedWriter(String key, ObjectWriter writer) {
            this.key = key;
            this.writer = writer;
        }

        @Override
        public void append(Bytes part) {
            call("append to " + key, () -> {
                writer.append(part);
                return part;
            });
        }

        @Override
        public boolean commitIfAbsent() {
            return call("commit " + key, writer::commitIfAbsent);
        }

        @Override
        public void close() {
            writer.close();
        }
    }
}

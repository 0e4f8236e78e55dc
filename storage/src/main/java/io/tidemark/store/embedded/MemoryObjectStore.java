package io.tidemark.store.embedded;

import io.tidemark.record.Bytes;
import io.tidemark.store.ObjectKey;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.ObjectWriter;
import io.tidemark.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Objects in memory. Thread-safe. */
final class MemoryObjectStore implements ObjectStore {
    private final ConcurrentNavigableMap<String, Bytes> objects = new ConcurrentSkipListMap<>();

    @Override
    public boolean putIfAbsent(String key, Bytes content) {
        return objects.putIfAbsent(ObjectKey.checked(key), content) == null;
    }

    @Override
    public ObjectWriter write(String key) {
        return new Writer(ObjectKey.checked(key));
    }

    @Override
    public Optional<Bytes> get(String key, long position, int length) {
        if (position < 0 || length < 1) {
            throw new IllegalArgumentException("a range of " + length + " bytes from " + position);
        }
        return Optional.ofNullable(objects.get(ObjectKey.checked(key))).map(content -> {
            int from = (int) Math.min(position, content.size());
            return content.slice(from, Math.min(length, content.size() - from));
        });
    }

    @Override
    public List<StoredObject> list(String prefix, String after, int limit) {
        ObjectListing.checkLimit(limit);
        boolean fromAfter = after.compareTo(prefix) >= 0;
        return objects.tailMap(fromAfter ? after : prefix, !fromAfter).entrySet().stream()
                .takeWhile(object -> object.getKey().startsWith(prefix))
                .limit(limit)
                .map(object ->
                        new StoredObject(object.getKey(), object.getValue().size()))
                .toList();
    }

    @Override
    public void delete(List<String> keys) {
        keys.forEach(key -> objects.remove(ObjectKey.checked(key)));
    }

    private final class Writer implements ObjectWriter {
        private final String key;
        private final List<Bytes> parts = new ArrayList<>();
        private boolean committed;

        private Writer(String key) {
            this.key = key;
        }

        @Override
        public void append(Bytes part) {
            checkNotCommitted();
            parts.add(part);
        }

        @Override
        public boolean commitIfAbsent() {
            checkNotCommitted();
            committed = true;
            return putIfAbsent(key, Bytes.concat(parts));
        }

        @Override
        public void close() {
            parts.clear();
        }

        private void checkNotCommitted() {
            if (committed) {
                throw new IllegalStateException("the object has been committed");
            }
        }
    }
}

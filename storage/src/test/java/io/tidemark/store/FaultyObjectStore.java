package io.tidemark.store;

import io.tidemark.record.Bytes;
import io.tidemark.store.StoreCall.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An object store in which goes wrong what the plan says. An object written in parts meets its fault at the commit, as a
 * put of the whole.
 */
public final class FaultyObjectStore implements ObjectStore {
    private final ObjectStore objects;
    private final FaultPlan plan;

    public FaultyObjectStore(ObjectStore objects, FaultPlan plan) {
        this.objects = objects;
        this.plan = plan;
    }

    @Override
    public boolean putIfAbsent(String key, Bytes content) {
        return plan.run(new StoreCall(Kind.OBJECT_PUT, key), () -> objects.putIfAbsent(key, content));
    }

    @Override
    public ObjectWriter write(String key) {
        List<Bytes> parts = new ArrayList<>();
        return new ObjectWriter() {
            @Override
            public void append(Bytes part) {
                parts.add(part);
            }

            @Override
            public boolean commitIfAbsent() {
                return putIfAbsent(key, Bytes.concat(parts));
            }

            @Override
            public void close() {
                parts.clear();
            }
        };
    }

    @Override
    public Optional<Bytes> get(String key, long position, int length) {
        return plan.run(new StoreCall(Kind.OBJECT_GET, key), () -> objects.get(key, position, length));
    }

    @Override
    public List<StoredObject> list(String prefix, String after, int limit) {
        return plan.run(new StoreCall(Kind.OBJECT_LIST, prefix), () -> objects.list(prefix, after, limit));
    }

    @Override
    public void delete(List<String> keys) {
        plan.run(new StoreCall(Kind.OBJECT_DELETE, String.join(" ", keys)), () -> {
            objects.delete(keys);
            return keys.size();
        });
    }
}

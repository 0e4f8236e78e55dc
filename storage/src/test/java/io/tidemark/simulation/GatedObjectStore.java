package io.tidemark.simulation;

import io.tidemark.record.Bytes;
import io.tidemark.simulation.StoreCall.Kind;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.ObjectWriter;
import io.tidemark.store.StoredObject;
import java.util.List;
import java.util.Optional;

/** An object store behind a gate; of an object that is written in parts only the commit is gated. */
public final class GatedObjectStore implements ObjectStore {
    private final ObjectStore objects;
    private final Gate gate;

    public GatedObjectStore(ObjectStore objects, Gate gate) {
        this.objects = objects;
        this.gate = gate;
    }

    @Override
    public boolean putIfAbsent(String key, Bytes content) {
        return gate.pass(new StoreCall(Kind.PUT_OBJECT, key), () -> objects.putIfAbsent(key, content));
    }

    @Override
    public ObjectWriter write(String key) {
        ObjectWriter writer = objects.write(key);
        return new ObjectWriter() {
            @Override
            public void append(Bytes part) {
                writer.append(part);
            }

            @Override
            public boolean commitIfAbsent() {
                return gate.pass(new StoreCall(Kind.PUT_OBJECT, key), writer::commitIfAbsent);
            }

            @Override
            public void close() {
                writer.close();
            }
        };
    }

    @Override
    public Optional<Bytes> get(String key, long position, int length) {
        return gate.pass(new StoreCall(Kind.GET_OBJECT, key), () -> objects.get(key, position, length));
    }

    @Override
    public List<StoredObject> list(String prefix, String after, int limit) {
        return gate.pass(new StoreCall(Kind.LIST_OBJECTS, prefix), () -> objects.list(prefix, after, limit));
    }

    @Override
    public void delete(List<String> keys) {
        gate.pass(new StoreCall(Kind.DELETE_OBJECTS, String.join(" ", keys)), () -> {
            objects.delete(keys);
            return keys.size();
        });
    }
}

package io.tidemark.store.metered;

import io.tidemark.record.Bytes;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.ObjectWriter;
import io.tidemark.store.StoredObject;
import io.tidemark.store.metered.StoreMeter.Count;
import java.util.List;
import java.util.Optional;

/** Counts requests and bytes of an object store. Requests are counted when they are sent. Thread-safe. */
public final class MeteredObjectStore implements ObjectStore {
    private final ObjectStore objects;
    private final StoreMeter meter;

    public MeteredObjectStore(ObjectStore objects, StoreMeter meter) {
        this.objects = objects;
        this.meter = meter;
    }

    @Override
    public boolean putIfAbsent(String key, Bytes content) {
        meter.add(Count.OBJECT_PUTS, 1);
        meter.add(Count.OBJECT_BYTES_WRITTEN, content.size());
        return objects.putIfAbsent(key, content);
    }

    @Override
    public ObjectWriter write(String key) {
        meter.add(Count.OBJECT_PUTS, 1);
        return new Writer(objects.write(key));
    }

    @Override
    public Optional<Bytes> get(String key, long position, int length) {
        meter.add(Count.OBJECT_GETS, 1);
        Optional<Bytes> range = objects.get(key, position, length);
        range.ifPresent(bytes -> meter.add(Count.OBJECT_BYTES_READ, bytes.size()));
        return range;
    }

    @Override
    public List<StoredObject> list(String prefix, String after, int limit) {
        meter.add(Count.OBJECT_LISTS, 1);
        return objects.list(prefix, after, limit);
    }

    @Override
    public void delete(List<String> keys) {
        meter.add(Count.OBJECT_DELETES, keys.size());
        objects.delete(keys);
    }

    private final class Writer implements ObjectWriter {
        private final ObjectWriter writer;

        private Writer(ObjectWriter writer) {
            this.writer = writer;
        }

        @Override
        public void append(Bytes part) {
            meter.add(Count.OBJECT_BYTES_WRITTEN, part.size());
            writer.append(part);
        }

        @Override
        public boolean commitIfAbsent() {
            return writer.commitIfAbsent();
        }

        @Override
        public void close() {
            writer.close();
        }
    }
}

package io.tidemark.store.embedded;

import io.tidemark.store.ItemKey;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** Item keys as keys of an MVStore map: both parts in UTF-8, each with its length in front. */
final class ItemKeyType extends BasicDataType<ItemKey> {
    private static final int OBJECT_OVERHEAD_BYTES = 80;

    @Override
    public int compare(ItemKey left, ItemKey right) {
        return left.compareTo(right);
    }

    @Override
    public int getMemory(ItemKey key) {
        return OBJECT_OVERHEAD_BYTES + key.partition().length() + key.sort().length();
    }

    @Override
    public void write(WriteBuffer buffer, ItemKey key) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ItemCodec.writeText(out, key.partition());
        ItemCodec.writeText(out, key.sort());
        buffer.put(out.toByteArray());
    }

    @Override
    public ItemKey read(ByteBuffer buffer) {
        return new ItemKey(ItemCodec.readText(buffer), ItemCodec.readText(buffer));
    }

    @Override
    public ItemKey[] createStorage(int size) {
        return new ItemKey[size];
    }
}

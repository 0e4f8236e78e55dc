package io.tidemark.store.embedded;

import io.tidemark.store.Item;
import java.nio.ByteBuffer;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** Items as values of an MVStore map. */
final class ItemType extends BasicDataType<Item> {
    private static final int OBJECT_OVERHEAD_BYTES = 100;

    @Override
    public int getMemory(Item item) {
        return OBJECT_OVERHEAD_BYTES + ItemCodec.encode(item).length;
    }

    @Override
    public void write(WriteBuffer buffer, Item item) {
        byte[] encoded = ItemCodec.encode(item);
        buffer.putVarInt(encoded.length).put(encoded);
    }

    @Override
    public Item read(ByteBuffer buffer) {
        byte[] encoded = new byte[ItemCodec.readLength(buffer)];
        buffer.get(encoded);
        return ItemCodec.decode(encoded);
    }

    @Override
    public Item[] createStorage(int size) {
        return new Item[size];
    }
}

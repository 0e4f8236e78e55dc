package io.tidemark.store.embedded;

import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** How an MVStore map holds items under their keys. */
final class ItemTypes {

    private ItemTypes() {}

    static MVMap.Builder<ItemKey, Item> map() {
        return new MVMap.Builder<ItemKey, Item>().keyType(new Keys()).valueType(new Items());
    }

    /** Both parts in UTF-8, each with its length in front. */
    private static final class Keys extends BasicDataType<ItemKey> {
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

    /** The encoded item with its length in front. */
    private static final class Items extends BasicDataType<Item> {
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
}

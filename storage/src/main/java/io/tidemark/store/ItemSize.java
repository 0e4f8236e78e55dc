package io.tidemark.store;

import java.util.Map;

/**
 * How many bytes an item counts by DynamoDB's published rules, which its limits and its prices are made of. The key
 * attributes are named {@code pk} and {@code sk}.
 */
public final class ItemSize {
    /** The largest item that a store takes. */
    public static final int MAX_ITEM_BYTES = 400 * 1024;

    /** The most that one page of a query holds. */
    public static final int MAX_PAGE_BYTES = 1024 * 1024;

    private static final int KEY_NAMES_BYTES = 2 + 2;
    private static final int COLLECTION_BYTES = 3;
    private static final int ELEMENT_BYTES = 1;

    private ItemSize() {}

    /** The bytes of the item with its key. */
    public static long bytes(ItemKey key, Item item) {
        return KEY_NAMES_BYTES + utf8Bytes(key.partition()) + utf8Bytes(key.sort()) + entriesBytes(item.attributes());
    }

    /**
     * Refuses an item that DynamoDB would refuse.
     *
     * @throws IllegalArgumentException where the item with its key is larger than {@link #MAX_ITEM_BYTES}
     */
    public static void check(ItemKey key, Item item) {
        long bytes = bytes(key, item);
        if (bytes > MAX_ITEM_BYTES) {
            throw new IllegalArgumentException(
                    "item " + key + " is " + bytes + " bytes large, more than " + MAX_ITEM_BYTES);
        }
    }

    /** The length in UTF-8, without encoding. */
    static int utf8Bytes(String text) {
        int bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit >= 0x800 && !Character.isSurrogate(unit)) {
                bytes += 2;
            } else if (unit >= 0x80) {
                // a surrogate is half of a code point of four bytes
                bytes++;
            }
        }
        return bytes;
    }

    private static long entriesBytes(Map<String, Value> entries) {
        long bytes = 0;
        for (Map.Entry<String, Value> entry : entries.entrySet()) {
            bytes += utf8Bytes(entry.getKey()) + valueBytes(entry.getValue());
        }
        return bytes;
    }

    private static long valueBytes(Value value) {
        if (value instanceof Value.Number number) {
            return numberBytes(number.value());
        }
        if (value instanceof Value.Text text) {
            return utf8Bytes(text.value());
        }
        if (value instanceof Value.Blob blob) {
            return blob.value().size();
        }
        if (value instanceof Value.Sequence sequence) {
            long bytes = COLLECTION_BYTES;
            for (Value element : sequence.values()) {
                bytes += ELEMENT_BYTES + valueBytes(element);
            }
            return bytes;
        }
        Value.Dictionary dictionary = (Value.Dictionary) value;
        return COLLECTION_BYTES
                + (long) ELEMENT_BYTES * dictionary.entries().size()
                + entriesBytes(dictionary.entries());
    }

    /** One byte per two significant digits and one more, and one for a sign; zeros at the end are not significant. */
    private static int numberBytes(long value) {
        long rest = value;
        while (rest != 0 && rest % 10 == 0) {
            rest /= 10;
        }
        int digits = 0;
        for (; rest != 0; rest /= 10) {
            digits++;
        }
        return (digits + 1) / 2 + 1 + (value < 0 ? 1 : 0);
    }
}

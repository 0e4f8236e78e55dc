package io.tidemark.store.embedded;

import io.tidemark.record.Bytes;
import io.tidemark.store.Item;
import io.tidemark.store.Value;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * An item in the embedded store's file: a version byte, the attributes by name, and a CRC-32C over both.
 *
 * <p>Numbers are zigzag varints; text, bytes and names have their length in front; lists and dictionaries their count.
 * Names are sorted, so one item has one encoding. A newer version than ours is refused, never guessed at.
 */
final class ItemCodec {
    static final byte VERSION = 1;

    private static final int CRC_BYTES = 4;
    private static final int MAX_VARINT_BYTES = 10;

    private static final byte NUMBER = 'N';
    private static final byte TEXT = 'T';
    private static final byte BLOB = 'B';
    private static final byte SEQUENCE = 'L';
    private static final byte DICTIONARY = 'M';

    private ItemCodec() {}

    static byte[] encode(Item item) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        out.write(VERSION);
        writeEntries(out, item.attributes());
        byte[] body = out.toByteArray();
        return ByteBuffer.allocate(body.length + CRC_BYTES)
                .put(body)
                .putInt(crc(body, body.length))
                .array();
    }

    /** @throws IllegalStateException where the bytes are damaged, or of a newer version */
    static Item decode(byte[] bytes) {
        int bodyLength = bytes.length - CRC_BYTES;
        if (bodyLength < 1 || ByteBuffer.wrap(bytes).getInt(bodyLength) != crc(bytes, bodyLength)) {
            throw new IllegalStateException("an item in the store's file is damaged: its checksum is wrong");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes, 0, bodyLength);
        byte version = in.get();
        if (version != VERSION) {
            throw new IllegalStateException(
                    "an item in the store's file has layout version " + version + ", this program reads " + VERSION);
        }
        try {
            Item item = new Item(readEntries(in));
            if (in.hasRemaining()) {
                throw new IllegalStateException(
                        "an item in the store's file is followed by " + in.remaining() + " bytes");
            }
            return item;
        } catch (BufferUnderflowException e) {
            throw new IllegalStateException("an item in the store's file is cut short", e);
        }
    }

    static void writeText(ByteArrayOutputStream out, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        writeVarint(out, utf8.length);
        out.writeBytes(utf8);
    }

    static String readText(ByteBuffer in) {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    private static void writeEntries(ByteArrayOutputStream out, Map<String, Value> entries) {
        writeVarint(out, entries.size());
        new TreeMap<>(entries).forEach((name, value) -> {
            writeText(out, name);
            writeValue(out, value);
        });
    }

    private static void writeValue(ByteArrayOutputStream out, Value value) {
        if (value instanceof Value.Number number) {
            out.write(NUMBER);
            writeVarint(out, (number.value() << 1) ^ (number.value() >> 63));
        } else if (value instanceof Value.Text text) {
            out.write(TEXT);
            writeText(out, text.value());
        } else if (value instanceof Value.Blob blob) {
            out.write(BLOB);
            writeVarint(out, blob.value().size());
            out.writeBytes(blob.value().toByteArray());
        } else if (value instanceof Value.Sequence sequence) {
            out.write(SEQUENCE);
            writeVarint(out, sequence.values().size());
            sequence.values().forEach(element -> writeValue(out, element));
        } else if (value instanceof Value.Dictionary dictionary) {
            out.write(DICTIONARY);
            writeEntries(out, dictionary.entries());
        }
    }

    private static Map<String, Value> readEntries(ByteBuffer in) {
        int count = readLength(in);
        Map<String, Value> entries = new HashMap<>();
        for (int i = 0; i < count; i++) {
            entries.put(readText(in), readValue(in));
        }
        return entries;
    }

    private static Value readValue(ByteBuffer in) {
        byte tag = in.get();
        return switch (tag) {
            case NUMBER -> {
                long zigzag = readVarint(in);
                yield new Value.Number((zigzag >>> 1) ^ -(zigzag & 1));
            }
            case TEXT -> new Value.Text(readText(in));
            case BLOB -> new Value.Blob(Bytes.wrap(readBytes(in)));
            case SEQUENCE -> readSequence(in);
            case DICTIONARY -> new Value.Dictionary(readEntries(in));
            default -> throw new IllegalStateException("a value in the store's file has the unknown tag " + tag);
        };
    }

    private static Value readSequence(ByteBuffer in) {
        int count = readLength(in);
        List<Value> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(readValue(in));
        }
        return new Value.Sequence(values);
    }

    private static byte[] readBytes(ByteBuffer in) {
        byte[] bytes = new byte[readLength(in)];
        in.get(bytes);
        return bytes;
    }

    /** A count or a length: each thing counted takes a byte or more, so neither is larger than what is left. */
    static int readLength(ByteBuffer in) {
        long length = readVarint(in);
        if (length < 0 || length > in.remaining()) {
            throw new IllegalStateException("a length of " + length + " with " + in.remaining() + " bytes left");
        }
        return (int) length;
    }

    static void writeVarint(ByteArrayOutputStream out, long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    private static long readVarint(ByteBuffer in) {
        long value = 0;
        for (int i = 0; i < MAX_VARINT_BYTES; i++) {
            byte next = in.get();
            value |= (next & 0x7FL) << (7 * i);
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalStateException("a number of more than " + MAX_VARINT_BYTES + " bytes");
    }

    private static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}

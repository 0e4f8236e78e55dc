package io.tidemark.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * A read-only run of bytes, compared by content: the one type in which bytes travel.
 *
 * <p>Thread-safe. A slice shares the memory of its origin, so it keeps the whole origin reachable.
 */
public final class Bytes implements Comparable<Bytes> {
    public static final Bytes EMPTY = new Bytes(new byte[0], 0, 0);

    private final byte[] array;
    private final int from;
    private final int size;

    private Bytes(byte[] array, int from, int size) {
        this.array = array;
        this.from = from;
        this.size = size;
    }

    /** The given bytes, copied. */
    public static Bytes copyOf(byte[] bytes) {
        return new Bytes(bytes.clone(), 0, bytes.length);
    }

    /** The given array itself, without a copy: the caller hands it over and must not write to it again. */
    public static Bytes wrap(byte[] bytes) {
        return new Bytes(bytes, 0, bytes.length);
    }

    /** What remains in the buffer, copied; the buffer's position does not move. */
    public static Bytes copyOf(ByteBuffer buffer) {
        byte[] copy = new byte[buffer.remaining()];
        buffer.duplicate().get(copy);
        return wrap(copy);
    }

    public static Bytes utf8(String text) {
        return wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    public static Bytes concat(List<Bytes> parts) {
        int total = 0;
        for (Bytes part : parts) {
            total = Math.addExact(total, part.size);
        }
        ByteBuffer joined = ByteBuffer.allocate(total);
        parts.forEach(part -> joined.put(part.array, part.from, part.size));
        return wrap(joined.array());
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public byte at(int index) {
        return array[from + Objects.checkIndex(index, size)];
    }

    public Bytes slice(int position, int length) {
        Objects.checkFromIndexSize(position, length, size);
        return new Bytes(array, from + position, length);
    }

    /** A read-only view; big-endian, position 0. */
    public ByteBuffer asByteBuffer() {
        return ByteBuffer.wrap(array, from, size).slice().asReadOnlyBuffer();
    }

    /** A view that Kafka's record classes can read: some need the array behind it. Nothing may write through it. */
    ByteBuffer unguarded() {
        return ByteBuffer.wrap(array, from, size).slice();
    }

    public byte[] toByteArray() {
        return Arrays.copyOfRange(array, from, from + size);
    }

    public String utf8() {
        return new String(array, from, size, StandardCharsets.UTF_8);
    }

    /** Unsigned, byte by byte; a prefix comes first. */
    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(array, from, from + size, other.array, other.from, other.from + other.size);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that
                && Arrays.equals(array, from, from + size, that.array, that.from, that.from + that.size);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = from; i < from + size; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    /** The size and the first bytes, never a whole payload. */
    @Override
    public String toString() {
        String shown = HexFormat.of().formatHex(array, from, from + Math.min(size, 20));
        return "Bytes[" + size + ": " + shown + (size > 20 ? "…]" : "]");
    }
}

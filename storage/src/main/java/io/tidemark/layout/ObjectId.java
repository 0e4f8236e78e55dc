package io.tidemark.layout;

import io.tidemark.record.Bytes;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * The id of a batch object: 48 bits of time, epoch milliseconds, and 80 random ones (a ULID). Its time orders objects
 * and says, against a partition's floor, whether a sweep may have deleted the object; nothing else rests on it.
 *
 * @param bytes 16 bytes, big-endian
 */
public record ObjectId(Bytes bytes) {
    public static final int SIZE_BYTES = 16;

    private static final int RANDOM_BYTES = 10;
    private static final String PREFIX = "data/";
    private static final char[] CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();

    public ObjectId {
        if (bytes.size() != SIZE_BYTES) {
            throw new IllegalArgumentException("an object id of " + bytes.size() + " bytes");
        }
    }

    public static ObjectId create(Instant now, RandomGenerator random) {
        byte[] tail = new byte[RANDOM_BYTES];
        random.nextBytes(tail);
        return new ObjectId(Bytes.copyOf(ByteBuffer.allocate(SIZE_BYTES)
                .putLong(now.toEpochMilli() << 16)
                .position(SIZE_BYTES - RANDOM_BYTES)
                .put(tail)
                .flip()));
    }

    public long timeMs() {
        return bytes.asByteBuffer().getLong() >>> 16;
    }

    /** The object's key: a hash part spreads a burst of writes over the store's prefixes. */
    public String objectKey() {
        return PREFIX + HexFormat.of().toHexDigits(bytes.at(SIZE_BYTES - 1)) + "/" + ulid();
    }

    /** The id as 26 characters of Crockford's base 32, which sort as the bytes do. */
    public String ulid() {
        ByteBuffer buffer = bytes.asByteBuffer();
        long high = buffer.getLong();
        long low = buffer.getLong();
        char[] text = new char[26];
        for (int i = text.length - 1; i >= 0; i--) {
            text[i] = CROCKFORD[(int) (low & 31)];
            low = low >>> 5 | high << 59;
            high >>>= 5;
        }
        return new String(text);
    }

    @Override
    public String toString() {
        return ulid();
    }
}

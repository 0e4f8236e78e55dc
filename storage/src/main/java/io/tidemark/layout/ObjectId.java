package io.tidemark.layout;

import io.tidemark.record.Bytes;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The id of a batch object: 48 bits of time, epoch milliseconds, and 80 random ones (a ULID). Its time orders objects
 * and says, against a partition's floor, whether a sweep may have deleted the object; nothing else rests on it.
 *
 * @param bytes 16 bytes, big-endian
 */
public record ObjectId(Bytes bytes) {
    public static final int SIZE_BYTES = 16;

    /** How many key prefixes batch objects are spread over. */
    public static final int SLICES = 256;

    /** What the keys of all batch objects begin with. */
    public static final String KEY_PREFIX = "data/";

    private static final int RANDOM_BYTES = 10;

    private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int ULID_CHARS = 26;

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

    /** The id of the batch object with this key; absent where the key is not that of one. */
    public static Optional<ObjectId> ofKey(String key) {
        return parse(key.substring(key.lastIndexOf('/') + 1))
                .filter(id -> id.objectKey().equals(key));
    }

    /** The id that {@link #ulid} writes so. */
    public static Optional<ObjectId> parse(String ulid) {
        if (ulid.length() != ULID_CHARS) {
            return Optional.empty();
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < ULID_CHARS; i++) {
            int digit = DIGITS.indexOf(ulid.charAt(i));
            if (digit < 0) {
                return Optional.empty();
            }
            high = high << 5 | low >>> 59;
            low = low << 5 | digit;
        }
        ByteBuffer bytes = ByteBuffer.allocate(SIZE_BYTES).putLong(high).putLong(low);
        // more than 128 bits is no id
        return Optional.of(new ObjectId(Bytes.copyOf(bytes.flip())))
                .filter(id -> id.ulid().equals(ulid));
    }

    public long timeMs() {
        return bytes.asByteBuffer().getLong() >>> 16;
    }

    /** The object's key: a hash part spreads a burst of writes over the store's prefixes. */
    public String objectKey() {
        return slicePrefix(slice()) + "/" + ulid();
    }

    /** Which of the {@link #SLICES} the id lies in. */
    public int slice() {
        return Byte.toUnsignedInt(bytes.at(SIZE_BYTES - 1));
    }

    /** What the keys of one slice begin with, but for the slash. */
    public static String slicePrefix(int slice) {
        return KEY_PREFIX + HexFormat.of().toHexDigits((byte) slice);
    }

    /** The id as 26 characters of Crockford's base 32, which sort as the bytes do. */
    public String ulid() {
        ByteBuffer buffer = bytes.asByteBuffer();
        long high = buffer.getLong();
        long low = buffer.getLong();
        char[] text = new char[ULID_CHARS];
        for (int i = text.length - 1; i >= 0; i--) {
            text[i] = DIGITS.charAt((int) (low & 31));
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

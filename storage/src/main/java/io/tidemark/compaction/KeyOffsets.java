package io.tidemark.compaction;

import io.tidemark.record.Bytes;
import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The newest offset of each key, in bounded memory: 24 bytes a slot, of which nine in ten are used, so 39,321 keys in a
 * MiB. A key stands there as 128 bits of its SHA-256: nobody can make two keys that are taken for one. Used by one
 * thread.
 */
final class KeyOffsets {
    static final int NONE = -1;

    private static final int LONGS_PER_SLOT = 3;
    private static final int SLOT_SIZE_BYTES = LONGS_PER_SLOT * Long.BYTES;
    private static final int USED_TENTHS = 9;
    private static final int DIGEST_SIZE_BYTES = 32;

    /** Slot by slot: both halves of the hash, and the offset plus one, 0 for an empty slot. */
    private final long[] table;

    private final int slots;
    private final int capacity;
    private final MessageDigest digest;
    private final byte[] hash = new byte[DIGEST_SIZE_BYTES];
    private int size;

    /** @param maxKeys no more will be put: the map is as small as they let it */
    KeyOffsets(long maxKeys, int maxSizeBytes) {
        long wanted = Math.min(maxKeys, maxSizeBytes) * 10 / USED_TENTHS + 2;
        this.slots = (int) Math.max(2, Math.min(wanted, maxSizeBytes / SLOT_SIZE_BYTES));
        this.capacity = (int) ((long) slots * USED_TENTHS / 10);
        this.table = new long[slots * LONGS_PER_SLOT];
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * Notes an offset of a key; a newer one that is there stays.
     *
     * @return false, and nothing is noted, where the key is new and the map is full
     */
    boolean put(Bytes key, long offset) {
        int slot = slotOf(key);
        if (table[slot + 2] == 0) {
            if (size == capacity) {
                return false;
            }
            size++;
        }
        ByteBuffer halves = ByteBuffer.wrap(hash);
        table[slot] = halves.getLong();
        table[slot + 1] = halves.getLong();
        table[slot + 2] = Math.max(table[slot + 2], offset + 1);
        return true;
    }

    /** The newest offset of the key, {@link #NONE} where it was not put. */
    long newest(Bytes key) {
        return table[slotOf(key) + 2] - 1;
    }

    int size() {
        return size;
    }

    /** Where the key is, or belongs; leaves its hash behind. */
    private int slotOf(Bytes key) {
        digest.update(key.asByteBuffer());
        try {
            digest.digest(hash, 0, DIGEST_SIZE_BYTES);
        } catch (DigestException e) {
            throw new IllegalStateException("a SHA-256 has " + DIGEST_SIZE_BYTES + " bytes", e);
        }
        ByteBuffer halves = ByteBuffer.wrap(hash);
        long high = halves.getLong();
        long low = halves.getLong();
        int slot = Math.floorMod(high, slots) * LONGS_PER_SLOT;
        // nine slots in ten are used at most, so an empty one comes
        while (table[slot + 2] != 0 && (table[slot] != high || table[slot + 1] != low)) {
            slot = slot + LONGS_PER_SLOT == table.length ? 0 : slot + LONGS_PER_SLOT;
        }
        return slot;
    }
}

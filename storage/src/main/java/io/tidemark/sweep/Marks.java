package io.tidemark.sweep;

import io.tidemark.layout.ObjectId;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * The ids of objects that are named, kept as 64 of their random bits: two ids that look the same only keep an object.
 * Where there are too many ids, the upper half of the slices is given up, until the others fit. Thread-safe.
 */
public final class Marks {
    /** What is kept at a time, 8 bytes each. */
    public static final int MAX_MARKS = 4_000_000;

    private static final int FIRST_CAPACITY = 1_024;

    private final int maxMarks;
    private final int fromSlice;
    private int toSlice;
    private long[] marks;
    private int count;
    private boolean sorted;

    /**
     * Marks of the ids in some slices.
     *
     * @param fromSlice from here
     * @param toSlice up to here, exclusive
     */
    public Marks(int maxMarks, int fromSlice, int toSlice) {
        this.maxMarks = maxMarks;
        this.fromSlice = fromSlice;
        this.toSlice = toSlice;
        this.marks = new long[Math.min(FIRST_CAPACITY, maxMarks)];
    }

    /**
     * Marks an id, unless it lies in a slice that is not judged here.
     *
     * @throws IllegalStateException where not even one slice fits
     */
    public synchronized void add(ObjectId id) {
        if (!isJudged(id)) {
            return;
        }
        if (count == marks.length) {
            makeRoom();
            if (!isJudged(id)) {
                return;
            }
        }
        marks[count] = mark(id);
        count++;
        sorted = false;
    }

    /** Whether an id may be among the marked ones; only for one that {@link #isJudged}. */
    public synchronized boolean contains(ObjectId id) {
        sort();
        return Arrays.binarySearch(marks, 0, count, mark(id)) >= 0;
    }

    /** Whether the marks can tell of this id. */
    public synchronized boolean isJudged(ObjectId id) {
        return id.slice() >= fromSlice && id.slice() < toSlice;
    }

    /** The end of the slices that all fit, exclusive. */
    public synchronized int toSlice() {
        return toSlice;
    }

    private void makeRoom() {
        if (marks.length < maxMarks) {
            marks = Arrays.copyOf(marks, (int) Math.min(maxMarks, 2L * marks.length));
            return;
        }
        sort();
        // a quarter of room at least, or the next ids would have it sorted again and again
        while (count > maxMarks - Math.max(1, maxMarks / 4)) {
            if (toSlice - fromSlice == 1) {
                throw new IllegalStateException("more than " + maxMarks + " named objects in one slice");
            }
            toSlice = fromSlice + (toSlice - fromSlice) / 2;
            keep(mark -> (int) (mark & 0xff) < toSlice);
        }
    }

    private void keep(LongPredicate kept) {
        int left = 0;
        for (int i = 0; i < count; i++) {
            if (kept.test(marks[i])) {
                marks[left] = marks[i];
                left++;
            }
        }
        count = left;
    }

    /** Sorts, and drops what is there twice: a batch object has a name in each partition of its request. */
    private void sort() {
        if (sorted) {
            return;
        }
        Arrays.sort(marks, 0, count);
        int left = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || marks[i] != marks[i - 1]) {
                marks[left] = marks[i];
                left++;
            }
        }
        count = left;
        sorted = true;
    }

    /** The last 8 bytes; the lowest of them is the slice. */
    private static long mark(ObjectId id) {
        return id.bytes().asByteBuffer().getLong(ObjectId.SIZE_BYTES - Long.BYTES);
    }
}

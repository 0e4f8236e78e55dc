package io.tidemark.store.metered;

/** What a meter showed at one moment, or, as a difference, what was done between two. */
public record StoreReading(
        ItemReads itemReads, ItemWrites itemWrites, ObjectReads objectReads, ObjectWrites objectWrites) {

    /**
     * Reads of items.
     *
     * @param gets get requests
     * @param queries query requests, one per page
     * @param returned items that they returned
     * @param readUnits strongly consistent read units: 4 KB each, a request takes 1 or more
     */
    public record ItemReads(long gets, long queries, long returned, long readUnits) {
        ItemReads minus(ItemReads earlier) {
            return new ItemReads(
                    gets - earlier.gets,
                    queries - earlier.queries,
                    returned - earlier.returned,
                    readUnits - earlier.readUnits);
        }
    }

    /**
     * Writes of items.
     *
     * @param puts put requests
     * @param updates update requests
     * @param deletes delete requests
     * @param refused how many of them a condition refused
     * @param writeUnits write units: 1 KB of the larger of old and new item each, a request takes 1 or more, refused or
     *     not
     */
    public record ItemWrites(long puts, long updates, long deletes, long refused, long writeUnits) {
        /** All write requests. */
        public long requests() {
            return puts + updates + deletes;
        }

        ItemWrites minus(ItemWrites earlier) {
            return new ItemWrites(
                    puts - earlier.puts,
                    updates - earlier.updates,
                    deletes - earlier.deletes,
                    refused - earlier.refused,
                    writeUnits - earlier.writeUnits);
        }
    }

    /**
     * Reads of objects.
     *
     * @param gets ranged gets
     * @param bytes what they returned
     * @param lists list requests
     */
    public record ObjectReads(long gets, long bytes, long lists) {
        ObjectReads minus(ObjectReads earlier) {
            return new ObjectReads(gets - earlier.gets, bytes - earlier.bytes, lists - earlier.lists);
        }
    }

    /**
     * Writes of objects.
     *
     * @param puts objects written or tried to, at once or in parts
     * @param bytes what was handed over, also of objects that were not committed
     * @param deletes objects that were to be deleted
     */
    public record ObjectWrites(long puts, long bytes, long deletes) {
        ObjectWrites minus(ObjectWrites earlier) {
            return new ObjectWrites(puts - earlier.puts, bytes - earlier.bytes, deletes - earlier.deletes);
        }
    }

    /** What was done since an earlier reading of the same meter. */
    public StoreReading minus(StoreReading earlier) {
        return new StoreReading(
                itemReads.minus(earlier.itemReads),
                itemWrites.minus(earlier.itemWrites),
                objectReads.minus(earlier.objectReads),
                objectWrites.minus(earlier.objectWrites));
    }
}

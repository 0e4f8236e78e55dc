package io.tidemark.sweep;

import java.util.List;

/**
 * What one run of the purge did.
 *
 * @param entries how many purge entries it moved on or dropped
 * @param itemsRemoved how many items of deleted topics it removed
 * @param failures entries that it could not handle; they stay
 */
public record Purged(int entries, long itemsRemoved, List<Failure> failures) {
    /**
     * One that went wrong.
     *
     * @param entry the entry's sort key, which holds the topic's id
     */
    public record Failure(String entry, String reason) {}

    public Purged {
        failures = List.copyOf(failures);
    }
}

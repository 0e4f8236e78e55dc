package io.tidemark.audit;

import io.tidemark.layout.UnreadableItemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Collects what is wrong, and counts what was looked at. Used by one thread. */
final class Findings {
    private final List<Finding> found = new ArrayList<>();
    private long more;
    private long batches;
    private long indexEntries;

    void add(Rule rule, String where, String detail) {
        if (found.size() < AuditReport.MAX_FINDINGS) {
            found.add(new Finding(rule, where, detail));
        } else {
            more++;
        }
    }

    /** What was decoded; what cannot be is a finding. */
    <T> Optional<T> decoded(String where, Supplier<T> decode) {
        try {
            return Optional.of(decode.get());
        } catch (UnreadableItemException | IllegalArgumentException e) {
            add(Rule.ITEM_IS_READABLE, where, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    void addAll(Findings others) {
        others.found.forEach(finding -> add(finding.rule(), finding.where(), finding.detail()));
        more += others.more;
        batches += others.batches;
        indexEntries += others.indexEntries;
    }

    void sawBatch() {
        batches++;
    }

    void sawIndexEntries(int count) {
        indexEntries += count;
    }

    boolean isClean() {
        return found.isEmpty();
    }

    AuditReport report(long partitions, Garbage.Unnamed unnamed) {
        return new AuditReport(found, more, partitions, batches, indexEntries, unnamed.objects(), unnamed.sizeBytes());
    }
}

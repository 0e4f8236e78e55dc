package io.tidemark.audit;

import java.util.List;

/**
 * What an audit saw.
 *
 * @param findings what is wrong, at most {@link #MAX_FINDINGS} of it
 * @param moreFindings how much more is wrong
 * @param partitions how many partitions were checked
 * @param batches how many batches, or blocks of segments, were checked
 * @param indexEntries how many time-index entries were checked
 * @param unnamedObjects objects that nothing names, most of them too young to be swept
 * @param unnamedBytes their size
 */
public record AuditReport(
        List<Finding> findings,
        long moreFindings,
        long partitions,
        long batches,
        long indexEntries,
        long unnamedObjects,
        long unnamedBytes) {
    public static final int MAX_FINDINGS = 1_000;

    public AuditReport {
        findings = List.copyOf(findings);
    }
}

package io.tidemark.local;

import io.tidemark.audit.AuditReport;
import io.tidemark.audit.Finding;
import io.tidemark.audit.Rule;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** An audit's report as an operator reads it: findings by rule, each rule explained once, then the totals. */
final class AuditText {
    private AuditText() {}

    static String of(AuditReport report) {
        StringBuilder text = new StringBuilder();
        Map<Rule, List<Finding>> byRule = report.findings().stream()
                .collect(Collectors.groupingBy(Finding::rule, TreeMap::new, Collectors.toList()));
        byRule.forEach((rule, findings) -> {
            text.append(
                    "%s%n  what it means: %s%n  what to do:    %s%n".formatted(rule, rule.meaning(), rule.advice()));
            findings.forEach(finding -> text.append("  - %s: %s%n".formatted(finding.where(), finding.detail())));
            text.append(System.lineSeparator());
        });
        return text.append(totals(report)).toString();
    }

    private static String totals(AuditReport report) {
        long wrong = report.findings().size() + report.moreFindings();
        String shown = report.moreFindings() == 0
                ? ""
                : ", the first " + report.findings().size() + " are shown";
        return """
                checked   %,d partitions, %,d batches or blocks of segments, %,d time-index entries
                unnamed   %,d objects, %,d bytes
                findings  %s
                """.formatted(
                        report.partitions(),
                        report.batches(),
                        report.indexEntries(),
                        report.unnamedObjects(),
                        report.unnamedBytes(),
                        wrong == 0 ? "none" : "%,d%s".formatted(wrong, shown));
    }
}

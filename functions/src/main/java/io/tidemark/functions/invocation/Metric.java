package io.tidemark.functions.invocation;

/** What an invocation is measured by. Names are those of CloudWatch's metrics: alarms and dashboards rest on them. */
public enum Metric {
    REQUESTS("Requests", Unit.COUNT),
    /** Refusals and failures, of the request or of one of its parts. */
    ERRORS("Errors", Unit.COUNT),
    LATENCY("Latency", Unit.MILLISECONDS),
    COLD_STARTS("ColdStarts", Unit.COUNT),
    BYTES_IN("BytesIn", Unit.BYTES),
    BYTES_OUT("BytesOut", Unit.BYTES),
    /** Appended or read. */
    RECORDS("Records", Unit.COUNT),
    READ_UNITS("ReadUnits", Unit.COUNT),
    WRITE_UNITS("WriteUnits", Unit.COUNT),
    OBJECT_READS("ObjectReads", Unit.COUNT),
    OBJECT_WRITES("ObjectWrites", Unit.COUNT),
    /** Conditional writes that were refused. */
    CONFLICTS("Conflicts", Unit.COUNT),
    /** Batches that wait in the longest tail to be sealed into a page. */
    SEAL_LAG("SealLag", Unit.COUNT),
    MAINTENANCE_SKIPPED("MaintenanceSkipped", Unit.COUNT),
    MAINTENANCE_FAILED("MaintenanceFailed", Unit.COUNT),
    /** Partitions that were due and for which there was no time. */
    MAINTENANCE_LEFT_DUE("MaintenanceLeftDue", Unit.COUNT),
    /** From the begin of the scheduled run before. */
    SECONDS_SINCE_LAST_RUN("SecondsSinceLastRun", Unit.SECONDS),
    /** How long the oldest sealed batches have waited to be merged, in the partitions that a run has looked at. */
    MERGE_LAG("MergeLag", Unit.SECONDS),
    /** What a sweep has deleted. */
    GARBAGE_BYTES("GarbageBytes", Unit.BYTES);

    /** A unit of CloudWatch's. */
    enum Unit {
        COUNT("Count"),
        BYTES("Bytes"),
        SECONDS("Seconds"),
        MILLISECONDS("Milliseconds");

        private final String text;

        Unit(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    private final String metricName;
    private final Unit unit;

    Metric(String metricName, Unit unit) {
        this.metricName = metricName;
        this.unit = unit;
    }

    String metricName() {
        return metricName;
    }

    Unit unit() {
        return unit;
    }
}

package io.tidemark.local;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The real log in docs/sample, line by line. */
final class SampleLog {
    private static final Path FILE = Path.of("..", "docs", "sample", "debian-packages.log");
    private static final Pattern TIME = Pattern.compile("(\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d)");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private SampleLog() {}

    /**
     * A line and its own time.
     *
     * @param timestampMs epoch milliseconds
     */
    record Line(long timestampMs, String text) {
        static Line parse(String text) {
            Matcher time = TIME.matcher(text);
            if (!time.find()) {
                throw new IllegalArgumentException("no time: " + text);
            }
            LocalDateTime local = LocalDateTime.parse(time.group(1) + "T" + time.group(2));
            return new Line(local.toInstant(ZoneOffset.UTC).toEpochMilli(), text);
        }

        /** As a record of the HTTP API. */
        String toJson(int partition) {
            ObjectNode record = MAPPER.createObjectNode();
            record.put("partition_id", partition).put("timestamp", timestampMs);
            record.putObject("value").put("type", "STRING").put("data", text);
            return record.toString();
        }
    }

    static List<Line> lines() throws IOException {
        return Files.readAllLines(FILE).stream().map(Line::parse).toList();
    }
}

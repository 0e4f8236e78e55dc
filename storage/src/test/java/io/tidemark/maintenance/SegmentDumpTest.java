package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.record.Answer;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.record.ProducerStamp;
import io.tidemark.record.RecordHeader;
import io.tidemark.store.StoredObject;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicPartition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.tools.DumpLogSegments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a merge writes is a log file that Kafka's own tool, {@code kafka-dump-log}, reads without complaint. */
final class SegmentDumpTest {
    private static final int REQUESTS = 48;
    private static final int LOG_START = 7;
    private static final Pattern BATCH = Pattern.compile(
            "baseOffset: (\\d+) lastOffset: (\\d+) count: (\\d+) .*partitionLeaderEpoch: 0 .* isvalid: true");
    private static final Pattern RECORD = Pattern.compile("\\| offset: (\\d+) .*");

    @TempDir
    private Path directory;

    private final SweepWorld world = new SweepWorld(19);
    private final Topic topic = world.create("orders", 2);

    /** A batch as the tool prints it. */
    private record Dumped(long baseOffset, long lastOffset, int count) {}

    @Test
    void kafkaDumpLogReadsEverySegmentToItsEnd() throws Exception {
        List<List<Dumped>> sent = produce();
        world.tidemark()
                .deleteRecords(new DeleteRecordsRequest(
                        topic.name(), List.of(new DeleteRecordsRequest.Entry(1, Optional.of((long) LOG_START)))));
        world.merge();

        for (int partition = 0; partition < 2; partition++) {
            assertThat(world.head(topic.partition(partition)).offsets().merged())
                    .isEqualTo(world.head(topic.partition(partition)).offsets().high());
            List<String> lines = dump(onlySegment(partition));

            List<Dumped> expected = sent.get(partition);
            assertThat(lines)
                    .as("complaints")
                    .noneMatch(line ->
                            line.contains("mismatch") || line.contains("onsecutive") || line.contains("xception"))
                    .noneMatch(line -> line.contains("isvalid: false"));
            assertThat(batches(lines)).containsExactlyElementsOf(expected);
            assertThat(recordOffsets(lines))
                    .hasSize(expected.stream().mapToInt(Dumped::count).sum())
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
    }

    /** Requests for both partitions, so that their batches share objects; every codec, with and without producer. */
    private List<List<Dumped>> produce() {
        List<List<Dumped>> sent = List.of(new ArrayList<>(), new ArrayList<>());
        long[] next = new long[2];
        for (int request = 0; request < REQUESTS; request++) {
            List<PartitionBatch> batches = new ArrayList<>();
            for (int partition = 0; partition < 2; partition++) {
                int count = 1 + (request + partition) % 5;
                batches.add(new PartitionBatch(
                        new TopicPartition(topic.name(), partition), batch(request, count, next[partition])));
                long base = next[partition];
                next[partition] += count;
                sent.get(partition).add(new Dumped(base, next[partition] - 1, count));
            }
            assertThat(world.tidemark().produce(new ProduceRequest(Optional.empty(), batches)))
                    .allMatch(Answer.Given.class::isInstance);
        }
        return sent;
    }

    private Bytes batch(int request, int count, long sequence) {
        List<NewRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(new NewRecord(
                    world.now().toEpochMilli() - 10L * request + i,
                    i == 1 ? Optional.empty() : Optional.of(Bytes.utf8("key" + i)),
                    i == 2 ? Optional.empty() : Optional.of(Bytes.utf8("value " + request + " ".repeat(200))),
                    i == 3 ? List.of(new RecordHeader("h", Optional.of(Bytes.utf8("x")))) : List.of()));
        }
        List<Codec> codecs = List.of(Codec.values());
        Codec codec = codecs.get(request % codecs.size());
        return BatchWriter.write(records, codec, Optional.of(new ProducerStamp(9, (short) 0, (int) sequence)), false);
    }

    /** The segment object as a file under the name that it has in the bucket. */
    private Path onlySegment(int partition) throws IOException {
        List<StoredObject> segments =
                world.store.objects().list("segments/" + topic.id() + "/" + partition + "/", "", 10);
        assertThat(segments).hasSize(1);
        String key = segments.get(0).key();
        Path file = Files.createDirectories(directory.resolve("" + partition))
                .resolve(key.substring(key.lastIndexOf('/') + 1));
        Bytes content = world.store.objects().get(key, 0, Integer.MAX_VALUE).orElseThrow();
        return Files.write(file, content.toByteArray());
    }

    private static List<String> dump(Path file) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DumpLogSegments.class.getName(),
                        "--deep-iteration",
                        "--files",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out.lines().toList();
    }

    private static List<Dumped> batches(List<String> lines) {
        return lines.stream()
                .map(BATCH::matcher)
                .filter(Matcher::find)
                .map(match -> new Dumped(
                        Long.parseLong(match.group(1)),
                        Long.parseLong(match.group(2)),
                        Integer.parseInt(match.group(3))))
                .toList();
    }

    private static List<Long> recordOffsets(List<String> lines) {
        return lines.stream()
                .map(RECORD::matcher)
                .filter(Matcher::matches)
                .map(match -> Long.parseLong(match.group(1)))
                .toList();
    }
}

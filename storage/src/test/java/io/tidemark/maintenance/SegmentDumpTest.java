package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Answer;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.record.ProducerStamp;
import io.tidemark.record.RecordHeader;
import io.tidemark.record.StoredBatch;
import io.tidemark.store.StoredObject;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicPartition;
import io.tidemark.transaction.EndTransactionRequest;
import io.tidemark.transaction.InitProducerRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
    private static final Pattern MARKER =
            Pattern.compile("baseOffset: (\\d+) .* producerId: (\\d+) .* isTransactional: true isControl: true .*");
    private static final Pattern RECORD = Pattern.compile("\\| offset: (\\d+) .*");
    private static final Pattern END = Pattern.compile("\\| offset: (\\d+) .* endTxnMarker: (COMMIT|ABORT) .*");

    @TempDir
    private Path directory;

    private final SweepWorld world = new SweepWorld(19);
    private final Topic topic = world.create("orders", 2);
    private final List<List<Dumped>> sent = List.of(new ArrayList<>(), new ArrayList<>());
    private final int[] sequences = new int[2];
    private final List<List<String>> markers = List.of(new ArrayList<>(), new ArrayList<>());

    /** A batch as the tool prints it. */
    private record Dumped(long baseOffset, long lastOffset, int count) {}

    @Test
    void kafkaDumpLogReadsEverySegmentToItsEnd() throws Exception {
        produce(0, REQUESTS / 2);
        transaction("payments", true);
        transaction("refunds", false);
        produce(REQUESTS / 2, REQUESTS);
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
            assertThat(markers(lines)).hasSize(2).containsExactlyElementsOf(markers.get(partition));
            assertThat(recordOffsets(lines))
                    .hasSize(expected.stream().mapToInt(Dumped::count).sum())
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
    }

    /** Requests for both partitions, so that their batches share objects; every codec. */
    private void produce(int from, int to) {
        for (int request = from; request < to; request++) {
            List<Bytes> batches = new ArrayList<>();
            for (int partition = 0; partition < 2; partition++) {
                int count = 1 + (request + partition) % 5;
                ProducerStamp stamp = new ProducerStamp(9, (short) 0, sequences[partition]);
                batches.add(batch(request, count, stamp, false));
                sequences[partition] += count;
            }
            produce(Optional.empty(), batches);
        }
    }

    /** A transaction of two requests for both partitions, and its markers. */
    private void transaction(String id, boolean committed) {
        ProducerEpoch producer = SweepWorld.given(
                world.tidemark().initProducer(InitProducerRequest.begin(Optional.of(id), Duration.ofMinutes(1))));
        for (int request = 0; request < 2; request++) {
            ProducerStamp stamp = new ProducerStamp(producer.producerId(), producer.epoch(), 3 * request);
            Bytes batch = batch(request, 3, stamp, true);
            produce(Optional.of(id), List.of(batch, batch));
        }
        SweepWorld.given(world.tidemark()
                .endTransaction(new EndTransactionRequest(id, producer.producerId(), producer.epoch(), committed)));
        for (int partition = 0; partition < 2; partition++) {
            long offset = next(partition);
            sent.get(partition).add(new Dumped(offset, offset, 1));
            markers.get(partition)
                    .add(offset + " of " + producer.producerId() + ": " + (committed ? "COMMIT" : "ABORT"));
        }
    }

    /** One batch for each partition. */
    private void produce(Optional<String> transactionalId, List<Bytes> batches) {
        List<PartitionBatch> request = new ArrayList<>();
        for (int partition = 0; partition < 2; partition++) {
            Bytes batch = batches.get(partition);
            long base = next(partition);
            int count = StoredBatch.at(base, batch).records().size();
            request.add(new PartitionBatch(new TopicPartition(topic.name(), partition), batch));
            sent.get(partition).add(new Dumped(base, base + count - 1, count));
        }
        assertThat(world.tidemark().produce(new ProduceRequest(transactionalId, request)))
                .allMatch(Answer.Given.class::isInstance);
    }

    private long next(int partition) {
        List<Dumped> before = sent.get(partition);
        return before.isEmpty() ? 0 : before.get(before.size() - 1).lastOffset() + 1;
    }

    private Bytes batch(int request, int count, ProducerStamp stamp, boolean transactional) {
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
        return BatchWriter.write(records, codec, Optional.of(stamp), transactional);
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

    /** The batches of markers, each with what its record says. */
    private static List<String> markers(List<String> lines) {
        List<String> markers = new ArrayList<>();
        for (int i = 0; i < lines.size() - 1; i++) {
            Matcher batch = MARKER.matcher(lines.get(i));
            if (batch.matches()) {
                Matcher end = END.matcher(lines.get(i + 1));
                assertThat(end.matches()).as(lines.get(i + 1)).isTrue();
                assertThat(end.group(1)).isEqualTo(batch.group(1));
                markers.add(end.group(1) + " of " + batch.group(2) + ": " + end.group(2));
            }
        }
        return markers;
    }

    private static List<Long> recordOffsets(List<String> lines) {
        return lines.stream()
                .map(RECORD::matcher)
                .filter(Matcher::matches)
                .map(match -> Long.parseLong(match.group(1)))
                .toList();
    }
}

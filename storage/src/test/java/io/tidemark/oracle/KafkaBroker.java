package io.tidemark.oracle;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;
import org.apache.kafka.common.utils.Exit;
import org.jspecify.annotations.Nullable;

/**
 * One Kafka 4.3.1 broker, combined with its controller, for all tests of this JVM. It starts with the first use and
 * ends, with its directory, with the JVM.
 */
final class KafkaBroker {
    private static final Map<String, String> CONFIGS = Map.ofEntries(
            Map.entry("auto.create.topics.enable", "false"),
            // a machine may be busy; a single broker must not be fenced for that
            Map.entry("broker.session.timeout.ms", "600000"),
            Map.entry("initial.broker.registration.timeout.ms", "600000"),
            Map.entry("controlled.shutdown.enable", "false"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            Map.entry("log.cleaner.dedupe.buffer.size", "2097152"),
            Map.entry("log.index.size.max.bytes", "1048576"),
            // a segment that nothing is appended to any more is cleaned at once
            Map.entry("log.cleaner.backoff.ms", "100"),
            // no retention while a test looks
            Map.entry("log.retention.check.interval.ms", "86400000"),
            Map.entry("num.io.threads", "2"),
            Map.entry("num.network.threads", "1"),
            Map.entry("offsets.topic.num.partitions", "1"),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("transaction.state.log.num.partitions", "1"),
            Map.entry("transaction.state.log.replication.factor", "1"));

    private final KafkaClusterTestKit cluster;

    private KafkaBroker(KafkaClusterTestKit cluster) {
        this.cluster = cluster;
    }

    /** The broker, started and ready. */
    static KafkaBroker running() {
        return Holder.RUNNING;
    }

    /** A new connection to it. */
    KafkaWire connect() {
        return KafkaWire.to(cluster.bootstrapServers());
    }

    /** Up to where the cleaner has been in a topic's partition 0, 0 before it was there. */
    long cleanedTo(String topic) {
        try (Stream<String> lines = Files.lines(logDirectory().resolve("cleaner-offset-checkpoint"))) {
            return lines.map(line -> line.split(" "))
                    .filter(words -> words.length == 3 && words[0].equals(topic) && words[1].equals("0"))
                    .mapToLong(words -> Long.parseLong(words[2]))
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException absentYet) {
            return 0;
        }
    }

    /** Deletes of a topic's partition 0 what the broker's own check, from time to time, would delete now. */
    void deleteOldSegments(String topic) {
        try {
            cluster.brokers()
                    .values()
                    .iterator()
                    .next()
                    .logManager()
                    .getLog(new TopicPartition(topic, 0), false)
                    .get()
                    .deleteOldSegments();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The file that a topic's partition 0 is in, while it has one segment. */
    Path segmentOf(String topic) {
        return logDirectory().resolve(topic + "-0").resolve("00000000000000000000.log");
    }

    private Path logDirectory() {
        return cluster.nodes().brokerNodes().values().stream()
                .flatMap(node -> node.logDataDirectories().stream())
                .map(Path::of)
                .findFirst()
                .orElseThrow();
    }

    private static KafkaBroker start() {
        neverEndTheTests();
        try {
            KafkaClusterTestKit.Builder builder = new KafkaClusterTestKit.Builder(new TestKitNodes.Builder()
                    .setCombined(true)
                    .setNumBrokerNodes(1)
                    .setNumControllerNodes(1)
                    .build());
            CONFIGS.forEach(builder::setConfigProp);
            KafkaClusterTestKit cluster = builder.build();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> close(cluster), "kafka-broker-close"));
            formatSilently(cluster);
            cluster.startup();
            cluster.waitForReadyBrokers();
            return new KafkaBroker(cluster);
        } catch (Exception cannotStart) {
            throw new IllegalStateException("the Kafka broker does not start", cannotStart);
        }
    }

    /**
     * A broker that finds its directory gone halts its process with status 1. At the end of the tests Kafka's own hook
     * deletes that directory while the broker is being closed.
     */
    private static void neverEndTheTests() {
        Exit.setHaltProcedure(KafkaBroker::refuseToEnd);
        Exit.setExitProcedure(KafkaBroker::refuseToEnd);
    }

    private static void refuseToEnd(int status, @Nullable String message) {
        throw new IllegalStateException("the broker wants to end the process, status " + status + ": " + message);
    }

    /** Formatting tells standard output what it does. */
    private static void formatSilently(KafkaClusterTestKit cluster) throws Exception {
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            cluster.format();
        } finally {
            System.setOut(out);
        }
    }

    private static void close(KafkaClusterTestKit cluster) {
        try {
            cluster.close();
        } catch (Exception leftBehind) {
            throw new IllegalStateException("the Kafka broker does not stop", leftBehind);
        }
    }

    private static final class Holder {
        private static final KafkaBroker RUNNING = start();
    }
}

package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.audit.AuditScope;
import io.tidemark.topic.TopicName;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AuditArgumentsTest {
    @Test
    void checksTheDirectoryBesideTheCallerByDefault() {
        assertThat(AuditArguments.parse(List.of()))
                .isEqualTo(new AuditArguments.Check(
                        new Place.Directory(Path.of(".tidemark")), new AuditScope(false, Duration.ofDays(2))));
    }

    @Test
    void everyOptionIsHeard() {
        assertThat(AuditArguments.parse(List.of(
                        "--topic",
                        "orders",
                        "--deep",
                        "--data",
                        "some dir",
                        "--topic",
                        "payments",
                        "--garbage-days",
                        "3")))
                .isEqualTo(new AuditArguments.Check(
                        new Place.Directory(Path.of("some dir")),
                        new AuditScope(
                                true, Duration.ofDays(3), Set.of(new TopicName("orders"), new TopicName("payments")))));
    }

    @Test
    void tableAndBucketAreAwsUnlessAnEndpointStandsForIt() {
        assertThat(AuditArguments.parse(List.of("--table", "t", "--bucket", "b")))
                .isEqualTo(new AuditArguments.Check(new Place.Aws("t", "b"), AuditScope.quick()));
        assertThat(AuditArguments.parse(
                        List.of("--endpoint", "http://127.0.0.1:4566", "--table", "t", "--bucket", "b")))
                .isEqualTo(new AuditArguments.Check(
                        new Place.Endpoint(URI.create("http://127.0.0.1:4566"), "t", "b"), AuditScope.quick()));
    }

    @Test
    void helpWinsOverEverythingElse() {
        assertThat(AuditArguments.parse(List.of("--nonsense", "--help"))).isEqualTo(new AuditArguments.Help());
    }

    @Test
    void wrongArgumentsAreNamed() {
        assertWrong("unknown option orders", "orders");
        assertWrong("--data needs a value", "--data");
        assertWrong("--topic needs a value", "--topic", " ");
        assertWrong("--garbage-days 0 is not a number from 1 to 365", "--garbage-days", "0");
        assertWrong("--garbage-days x is not a number from 1 to 365", "--garbage-days", "x");
        assertWrong("not a topic name: a/b", "--topic", "a/b");
        assertWrong("--data excludes --table, --bucket, --endpoint", "--data", "x", "--table", "t", "--bucket", "b");
        assertWrong("--table and --bucket belong together", "--table", "t");
        assertWrong("--table and --bucket belong together", "--endpoint", "http://127.0.0.1:4566", "--bucket", "b");
        assertWrong(
                "--endpoint x is not a URL such as http://127.0.0.1:4566",
                "--endpoint",
                "x",
                "--table",
                "t",
                "--bucket",
                "b");
    }

    private static void assertWrong(String reason, String... arguments) {
        assertThat(AuditArguments.parse(List.of(arguments))).isEqualTo(new AuditArguments.Wrong(reason));
    }
}

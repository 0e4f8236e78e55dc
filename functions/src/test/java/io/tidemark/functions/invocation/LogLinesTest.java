package io.tidemark.functions.invocation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.functions.http.Json;
import io.tidemark.record.Deadline;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.logging.Level;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.jboss.logmanager.handlers.QueueHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogLinesTest {
    private final LogLines lines = new LogLines();

    @Test
    void aLineIsOneJsonObject() {
        ExtLogRecord logged = logged(Level.WARNING, "two\nlines, \"quoted\"");
        logged.setInstant(Instant.parse("2026-05-01T12:00:00.123Z"));
        assertThat(lines.format(logged))
                .isEqualTo(
                        "{\"timestamp\":\"2026-05-01T12:00:00.123Z\",\"level\":\"WARN\",\"logger\":\"io.tidemark.X\","
                                + "\"message\":\"two\\nlines, \\\"quoted\\\"\"}\n");
    }

    @Test
    void aLineNamesTheCallAtWork() {
        Invocation invocation = invocation();
        invocation.isAbout(new Invocation.Subject("produceBatch", Optional.of("orders"), Optional.of("3")));
        lines.began(invocation);
        JsonNode line = line("a message");
        assertThat(line.path("request_id").textValue()).isEqualTo("request-7");
        assertThat(line.path("function").textValue()).isEqualTo("produce");
        assertThat(line.path("cold_start").booleanValue()).isTrue();
        assertThat(line.path("operation").textValue()).isEqualTo("produceBatch");
        assertThat(line.path("topic").textValue()).isEqualTo("orders");
        assertThat(line.path("partition").intValue()).isEqualTo(3);

        lines.ended();
        assertThat(line("a message").has("request_id")).isFalse();
    }

    @Test
    void whatAMessageNamesIsMorePrecise() {
        lines.began(invocation());
        JsonNode line = line("maintenance skipped, topic=a.b partition=2 step=merge reason=topic is=there");
        assertThat(line.path("topic").textValue()).isEqualTo("a.b");
        assertThat(line.path("partition").intValue()).isEqualTo(2);
        assertThat(line.path("step").textValue()).isEqualTo("merge");
    }

    @Test
    void aPartitionThatIsNoNumberIsToldAsItIs() {
        assertThat(line("x, partition=P#1").path("partition").textValue()).isEqualTo("P#1");
    }

    @Test
    void anErrorIsToldWithItsStackWithinBounds() {
        ExtLogRecord logged = logged(Level.SEVERE, "failed");
        logged.setThrown(new IllegalStateException("x".repeat(100_000)));
        JsonNode line = Json.read(lines.format(logged));
        assertThat(line.path("level").textValue()).isEqualTo("ERROR");
        assertThat(line.path("error").textValue())
                .startsWith("java.lang.IllegalStateException: xxx")
                .hasSize(16_001);
    }

    @ParameterizedTest
    @CsvSource({"SEVERE,ERROR", "WARNING,WARN", "INFO,INFO", "CONFIG,DEBUG", "FINE,DEBUG", "FINER,TRACE"})
    void levelsAreLambdas(String level, String told) {
        assertThat(Json.read(lines.format(logged(Level.parse(level), "x")))
                        .path("level")
                        .textValue())
                .isEqualTo(told);
    }

    @Test
    void handlersBehindHandlersWriteSuchLinesToo() {
        QueueHandler inner = new QueueHandler();
        QueueHandler outer = new QueueHandler();
        inner.setFormatter(new PatternFormatter("%m"));
        outer.addHandler(inner);
        lines.useIn(outer);
        assertThat(inner.getFormatter()).isSameAs(lines);
        assertThat(outer.getFormatter()).isSameAs(lines);
    }

    private JsonNode line(String message) {
        return Json.read(lines.format(logged(Level.INFO, message)));
    }

    private static ExtLogRecord logged(Level level, String message) {
        ExtLogRecord logged = new ExtLogRecord(level, message, "io.tidemark.X");
        logged.setLoggerName("io.tidemark.X");
        return logged;
    }

    private static Invocation invocation() {
        return new Invocation("produce", "request-7", true, Deadline.NONE, Clock.systemUTC());
    }
}

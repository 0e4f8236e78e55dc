package io.tidemark.functions.invocation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jboss.logmanager.ExtFormatter;
import org.jboss.logmanager.ExtHandler;
import org.jboss.logmanager.ExtLogRecord;

/**
 * Log records as lines of JSON, each with the call that was at work: a function's process has one at a time, so that the
 * lines of all of its threads are that call's. Thread-safe.
 */
public final class LogLines extends ExtFormatter {
    private static final int MAX_STACK_LENGTH = 16_000;

    /** Our messages end in such pairs; what they name is more precise than what the request named. */
    private static final Pattern PAIR = Pattern.compile("[ ,](topic|partition|step)=([^ ,]+)");

    private volatile Optional<Invocation> current = Optional.empty();

    void began(Invocation invocation) {
        current = Optional.of(invocation);
    }

    void ended() {
        current = Optional.empty();
    }

    /** Makes every handler below and at this one write such lines. */
    public void useIn(Handler handler) {
        handler.setFormatter(this);
        if (handler instanceof ExtHandler parent) {
            for (Handler child : parent.getHandlers()) {
                useIn(child);
            }
        }
    }

    @Override
    public String format(ExtLogRecord logged) {
        String message = Optional.ofNullable(formatMessage(logged)).orElse("");
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("timestamp", logged.getInstant().toString());
        line.put("level", level(logged.getLevel()));
        line.put("logger", logged.getLoggerName());
        line.put("message", message);
        current.ifPresent(invocation -> putSubject(line, invocation));
        Matcher pairs = PAIR.matcher(message);
        while (pairs.find()) {
            put(line, pairs.group(1), pairs.group(2));
        }
        Optional.ofNullable(logged.getThrown()).ifPresent(thrown -> line.put("error", stack(thrown)));
        return line + "\n";
    }

    /** The call, and what it is about, as far as it is known. */
    static void putSubject(ObjectNode line, Invocation invocation) {
        line.put("request_id", invocation.requestId());
        line.put("function", invocation.function());
        line.put("cold_start", invocation.coldStart());
        Invocation.Subject subject = invocation.subject();
        if (!subject.operation().isEmpty()) {
            line.put("operation", subject.operation());
        }
        subject.topic().ifPresent(topic -> put(line, "topic", topic));
        subject.partition().ifPresent(partition -> put(line, "partition", partition));
    }

    private static void put(ObjectNode line, String name, String value) {
        if (name.equals("partition") && value.matches("-?[0-9]{1,9}")) {
            line.put(name, Integer.parseInt(value));
        } else {
            line.put(name, value);
        }
    }

    /** Lambda's words. */
    private static String level(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) {
            return "ERROR";
        }
        if (level.intValue() >= Level.WARNING.intValue()) {
            return "WARN";
        }
        if (level.intValue() >= Level.INFO.intValue()) {
            return "INFO";
        }
        return level.intValue() >= Level.FINE.intValue() ? "DEBUG" : "TRACE";
    }

    private static String stack(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.getBuffer().length() <= MAX_STACK_LENGTH
                ? text.toString()
                : text.getBuffer().substring(0, MAX_STACK_LENGTH) + "…";
    }
}

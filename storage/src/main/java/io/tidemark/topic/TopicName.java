package io.tidemark.topic;

import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A legal topic name: 1 to 249 characters of {@code [A-Za-z0-9._-]}, not "." or "..".
 *
 * <p>Source: {@code org.apache.kafka.common.internals.Topic}.
 */
public record TopicName(String value) implements Comparable<TopicName> {
    public static final int MAX_LENGTH = 249;

    private static final Set<String> INTERNAL =
            Set.of("__consumer_offsets", "__transaction_state", "__share_group_state");

    private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]{1," + MAX_LENGTH + "}");

    /** @throws IllegalArgumentException where the name is not legal; input is checked by {@link #parse} */
    public TopicName {
        if (!isLegal(value)) {
            throw new IllegalArgumentException("not a topic name: " + value);
        }
    }

    /** The name, or INVALID_TOPIC_EXCEPTION with the rule that it breaks. */
    public static Answer<TopicName> parse(String value) {
        if (isLegal(value)) {
            return Answer.of(new TopicName(value));
        }
        return Answer.refused(
                KafkaError.INVALID_TOPIC_EXCEPTION,
                "A topic name has 1 to " + MAX_LENGTH + " characters, each a letter of A-Z or a-z, a digit,"
                        + " '.', '_' or '-', and is neither \".\" nor \"..\".");
    }

    /**
     * Whether the two names differ only by '.' and '_': Kafka refuses the later of two such topics, because its
     * metric names cannot tell them apart.
     */
    public boolean collidesWith(TopicName other) {
        return !equals(other) && value.replace('.', '_').equals(other.value.replace('.', '_'));
    }

    /** Whether a broker keeps its own state in a topic of this name; clients may read it, but not write. */
    public boolean isInternal() {
        return INTERNAL.contains(value);
    }

    private static boolean isLegal(String value) {
        return LEGAL.matcher(value).matches() && !value.equals(".") && !value.equals("..");
    }

    @Override
    public int compareTo(TopicName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}

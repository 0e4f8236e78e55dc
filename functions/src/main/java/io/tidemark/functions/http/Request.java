package io.tidemark.functions.http;

import io.tidemark.functions.invocation.Invocation;
import io.tidemark.functions.route.MediaType;
import io.tidemark.functions.route.Utf8;
import io.tidemark.record.Bytes;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import java.util.Map;
import java.util.Optional;

/**
 * A request that matched a route.
 *
 * @param path the path's variables
 * @param headers looked up without regard to case
 * @param answerType what the answer is to be made of
 * @param invocation the function's call that it came with
 */
public record Request(
        Map<String, String> path,
        Query query,
        Map<String, String> headers,
        Bytes body,
        MediaType answerType,
        Invocation invocation) {

    /** @throws ProblemException 400 INVALID_TOPIC_EXCEPTION where the name breaks Kafka's rule */
    public TopicName topic() {
        return KafkaErrors.valueOf(TopicName.parse(variable("topic_name")));
    }

    public TopicPartition partition() {
        String id = variable("partition_id");
        int number = Numbers.parse(id, Integer.MIN_VALUE, Integer.MAX_VALUE)
                .orElseThrow(() -> ProblemException.badRequest(
                        "The partition id \"" + Shown.text(id) + "\" is not a 32-bit whole number."))
                .intValue();
        return new TopicPartition(topic(), number);
    }

    public String variable(String name) {
        return Optional.ofNullable(path.get(name))
                .orElseThrow(() -> new IllegalArgumentException("the path has no " + name));
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** @throws ProblemException 400 where it is given and no whole number from {@code min} to {@code max} */
    public Optional<Long> numberHeader(String name, long min, long max) {
        return header(name)
                .map(value -> Numbers.parse(value, min, max)
                        .orElseThrow(() -> ProblemException.badRequest("The header " + name + " is \""
                                + Shown.text(value) + "\": give a whole number from " + min + " to " + max + ".")));
    }

    /** @throws ProblemException 400 where the body is not UTF-8 */
    public String text() {
        return Utf8.decode(body.toByteArray())
                .orElseThrow(() -> ProblemException.badRequest("The body is not valid UTF-8."));
    }
}

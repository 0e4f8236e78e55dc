package io.tidemark.layout;

import io.tidemark.layout.TransactionState.Complete;
import io.tidemark.layout.TransactionState.Empty;
import io.tidemark.layout.TransactionState.Ongoing;
import io.tidemark.layout.TransactionState.Prepare;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The part of {@link TransactionItem} that differs from state to state: {@code state}, its name; {@code before}, as
 * {@code <producer id>.<epoch>}, the epoch that ends or ended; {@code started}; {@code partitions}, from
 * {@code <topic id>#<partition>} to the topic's name.
 */
final class TransactionStates {
    private static final String STATE = "state";
    private static final String BEFORE = "before";
    private static final String STARTED = "started";
    private static final String PARTITIONS = "partitions";
    private static final String SEPARATOR = "#";

    private TransactionStates() {}

    static Map<String, Value> encode(TransactionState state) {
        Map<String, Value> attributes = new HashMap<>();
        attributes.put(STATE, Value.of(state.text()));
        if (state instanceof Empty empty) {
            empty.before().ifPresent(before -> attributes.put(BEFORE, Value.of(before.toString())));
        } else if (state instanceof Ongoing ongoing) {
            putOpen(attributes, ongoing.startedAt(), ongoing.partitions());
        } else if (state instanceof Prepare prepare) {
            attributes.put(BEFORE, Value.of(prepare.transaction().toString()));
            putOpen(attributes, prepare.startedAt(), prepare.partitions());
        } else {
            attributes.put(BEFORE, Value.of(((Complete) state).transaction().toString()));
        }
        return attributes;
    }

    static TransactionState decode(Attributes attributes) {
        return switch (attributes.text(STATE)) {
            case Empty.TEXT ->
                new Empty(
                        attributes.item().attribute(BEFORE).isPresent()
                                ? Optional.of(before(attributes))
                                : Optional.empty());
            case Ongoing.TEXT -> new Ongoing(started(attributes), partitions(attributes));
            case Prepare.COMMIT -> prepare(attributes, true);
            case Prepare.ABORT -> prepare(attributes, false);
            case Complete.COMMIT -> new Complete(before(attributes), true);
            case Complete.ABORT -> new Complete(before(attributes), false);
            default -> throw attributes.damaged(STATE, "a known state");
        };
    }

    private static void putOpen(Map<String, Value> attributes, Instant startedAt, Set<EnlistedPartition> partitions) {
        attributes.put(STARTED, Value.of(startedAt.toEpochMilli()));
        Map<String, Value> entries = new HashMap<>();
        partitions.forEach(enlisted -> entries.put(
                enlisted.partition().topic() + SEPARATOR + enlisted.partition().partition(),
                Value.of(enlisted.topic().value())));
        attributes.put(PARTITIONS, new Value.Dictionary(entries));
    }

    private static Prepare prepare(Attributes attributes, boolean committed) {
        return new Prepare(before(attributes), committed, started(attributes), partitions(attributes));
    }

    private static Instant started(Attributes attributes) {
        return Instant.ofEpochMilli(attributes.number(STARTED));
    }

    private static ProducerEpoch before(Attributes attributes) {
        String text = attributes.text(BEFORE);
        int dot = text.indexOf('.');
        try {
            return new ProducerEpoch(
                    Long.parseLong(text.substring(0, Math.max(0, dot))), Short.parseShort(text.substring(dot + 1)));
        } catch (IllegalArgumentException e) {
            throw attributes.damaged(BEFORE, "an epoch of a producer");
        }
    }

    private static Set<EnlistedPartition> partitions(Attributes attributes) {
        Set<EnlistedPartition> partitions = new HashSet<>();
        attributes.map(PARTITIONS).forEach((key, name) -> {
            int separator = key.indexOf(SEPARATOR);
            try {
                partitions.add(new EnlistedPartition(
                        new TopicName(((Value.Text) name).value()),
                        new PartitionId(
                                TopicId.parse(key.substring(0, Math.max(0, separator))),
                                Integer.parseInt(key.substring(separator + 1)))));
            } catch (IllegalArgumentException | ClassCastException e) {
                throw attributes.damaged(PARTITIONS, "a map of partitions");
            }
        });
        return partitions;
    }
}

package io.tidemark.layout;

import io.tidemark.producer.ProducerEpoch;
import io.tidemark.store.Path;
import io.tidemark.store.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Transactions inside a head that are not ended there, in two dictionaries keyed by {@code <producer id>.<epoch>}:
 * {@code tx} with first offsets and {@code ab} with the offsets of abort markers.
 *
 * @param open each transaction that has records here and is not ended, with its first offset
 * @param aborting those of them whose abort marker is written, with its offset: only once the aborted transaction is
 *     told of, in an item of its own, do they leave both
 */
public record Transactions(Map<ProducerEpoch, Long> open, Map<ProducerEpoch, Long> aborting) {
    public static final Transactions NONE = new Transactions(Map.of(), Map.of());

    static final String OPEN = "tx";
    static final String ABORTING = "ab";

    private static final char SEPARATOR = '.';

    public Transactions {
        open = Map.copyOf(open);
        aborting = Map.copyOf(aborting);
    }

    public Optional<Long> firstOffset(ProducerEpoch transaction) {
        return Optional.ofNullable(open.get(transaction));
    }

    /** Where its abort marker stands. */
    public Optional<Long> abortMarker(ProducerEpoch transaction) {
        return Optional.ofNullable(aborting.get(transaction));
    }

    /** The producer's open transaction; there is one at most. */
    public Optional<ProducerEpoch> openOf(long producerId) {
        return open.keySet().stream()
                .filter(transaction -> transaction.producerId() == producerId)
                .findFirst();
    }

    /** The lowest first offset of all that are open. */
    public Optional<Long> lowestFirstOffset() {
        return open.values().stream().min(Long::compare);
    }

    static Path openPath(ProducerEpoch transaction) {
        return Path.of(OPEN, name(transaction));
    }

    static Path abortingPath(ProducerEpoch transaction) {
        return Path.of(ABORTING, name(transaction));
    }

    Value encodeOpen() {
        return encode(open);
    }

    Value encodeAborting() {
        return encode(aborting);
    }

    static Transactions decode(Attributes attributes) {
        return new Transactions(decode(attributes, OPEN), decode(attributes, ABORTING));
    }

    private static Value encode(Map<ProducerEpoch, Long> offsets) {
        Map<String, Value> entries = new HashMap<>();
        offsets.forEach((transaction, offset) -> entries.put(name(transaction), Value.of(offset)));
        return new Value.Dictionary(entries);
    }

    private static Map<ProducerEpoch, Long> decode(Attributes attributes, String attribute) {
        Map<ProducerEpoch, Long> offsets = new HashMap<>();
        attributes.map(attribute).forEach((name, value) -> {
            if (!(value instanceof Value.Number offset)) {
                throw attributes.damaged(attribute, "a map of offsets");
            }
            try {
                offsets.put(parse(name), offset.value());
            } catch (IllegalArgumentException e) {
                throw attributes.damaged(attribute + "." + name, "a transaction");
            }
        });
        return offsets;
    }

    private static String name(ProducerEpoch transaction) {
        return Long.toString(transaction.producerId()) + SEPARATOR + transaction.epoch();
    }

    private static ProducerEpoch parse(String name) {
        int separator = name.indexOf(SEPARATOR);
        if (separator < 0) {
            throw new IllegalArgumentException(name);
        }
        return new ProducerEpoch(
                Long.parseLong(name.substring(0, separator)), Short.parseShort(name.substring(separator + 1)));
    }
}

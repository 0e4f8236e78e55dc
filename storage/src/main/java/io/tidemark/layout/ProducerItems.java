package io.tidemark.layout;

import io.tidemark.producer.ProducerState;
import io.tidemark.producer.ProducerState.Batch;
import io.tidemark.record.Bytes;
import io.tidemark.store.Path;
import io.tidemark.store.Value;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Idempotent producers inside a head, in two dictionaries keyed by producer id.
 *
 * <p>{@code px} packs what an append knows beforehand: epoch, next sequence, minute, the count of the newest batch and
 * count and base offset of those before it. {@code po} is the newest batch's base offset, which only the append itself
 * learns, from the high watermark as it was.
 */
public final class ProducerItems {
    static final String STATES = "px";
    static final String NEWEST_OFFSETS = "po";

    private static final int MAX_SIZE_BYTES = (4 + 2 * ProducerState.MAX_BATCHES) * Varints.MAX_SIZE_BYTES;

    private ProducerItems() {}

    static Path state(long producerId) {
        return Path.of(STATES, Long.toString(producerId));
    }

    static Path newestOffset(long producerId) {
        return Path.of(NEWEST_OFFSETS, Long.toString(producerId));
    }

    /** Packs a state whose first batch is the newest; its base offset is not in the bytes. */
    public static Bytes pack(ProducerState state) {
        ByteBuffer buffer = ByteBuffer.allocate(MAX_SIZE_BYTES);
        Varints.putUnsigned(buffer, state.epoch());
        Varints.putUnsigned(buffer, state.nextSequence());
        Varints.putUnsigned(buffer, state.lastAppendMinute());
        for (int i = 0; i < state.batches().size(); i++) {
            Varints.putUnsigned(buffer, state.batches().get(i).recordCount());
            if (i > 0) {
                Varints.putUnsigned(buffer, state.batches().get(i).baseOffset());
            }
        }
        return Bytes.copyOf(buffer.flip());
    }

    static Value encodeStates(Map<Long, ProducerState> producers) {
        Map<String, Value> entries = new HashMap<>();
        producers.forEach((id, state) -> entries.put(Long.toString(id), Value.of(pack(state))));
        return new Value.Dictionary(entries);
    }

    static Value encodeNewestOffsets(Map<Long, ProducerState> producers) {
        Map<String, Value> entries = new HashMap<>();
        producers.forEach((id, state) -> state.batches().stream()
                .findFirst()
                .ifPresent(newest -> entries.put(Long.toString(id), Value.of(newest.baseOffset()))));
        return new Value.Dictionary(entries);
    }

    static Map<Long, ProducerState> decode(Attributes attributes) {
        Map<String, Value> offsets = attributes.map(NEWEST_OFFSETS);
        Map<Long, ProducerState> producers = new HashMap<>();
        attributes.map(STATES).forEach((id, packed) -> {
            if (!(packed instanceof Value.Blob blob)) {
                throw attributes.damaged(STATES, "a map of packed producers");
            }
            Optional<Long> newest =
                    offsets.get(id) instanceof Value.Number number ? Optional.of(number.value()) : Optional.empty();
            try {
                producers.put(Long.parseLong(id), unpack(blob.value(), newest));
            } catch (BufferUnderflowException | IllegalArgumentException e) {
                throw attributes.damaged(STATES + "." + id, "a packed producer");
            }
        });
        return producers;
    }

    private static ProducerState unpack(Bytes packed, Optional<Long> newestBaseOffset) {
        ByteBuffer buffer = packed.asByteBuffer();
        int epoch = Varints.getUnsignedInt(buffer);
        if (epoch > Short.MAX_VALUE) {
            throw new IllegalArgumentException("epoch " + epoch);
        }
        int nextSequence = Varints.getUnsignedInt(buffer);
        long minute = Varints.getUnsigned(buffer);
        List<Batch> batches = new ArrayList<>();
        while (buffer.hasRemaining()) {
            int count = Varints.getUnsignedInt(buffer);
            batches.add(new Batch(
                    count,
                    batches.isEmpty()
                            ? newestBaseOffset.orElseThrow(() -> new IllegalArgumentException("no newest offset"))
                            : Varints.getUnsigned(buffer)));
        }
        return new ProducerState((short) epoch, nextSequence, minute, batches);
    }
}

package io.tidemark.oracle;

import io.tidemark.oracle.ComparedLog.Appended;
import io.tidemark.record.Bytes;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.protocol.Errors;

/** One partition's idempotent producers, as {@code ProducerAppendInfo} tells them apart; none of them expires. */
final class ModelProducers {
    private static final int WINDOW = 5;

    private final Map<Long, Producer> producers = new HashMap<>();

    /** The refusal, or a duplicate's answer; absent where the batch is to be appended. */
    Optional<Appended> decide(Bytes batch, int count, long logStartOffset) {
        ByteBuffer header = batch.asByteBuffer();
        Producer producer = producers.get(header.getLong(RawBatch.PRODUCER_ID));
        if (producer == null) {
            return Optional.empty();
        }
        int first = header.getInt(RawBatch.BASE_SEQUENCE);
        short epoch = header.getShort(RawBatch.PRODUCER_EPOCH);
        if (epoch < producer.epoch) {
            return Optional.of(Appended.refused(Errors.INVALID_PRODUCER_EPOCH));
        }
        if (epoch > producer.epoch) {
            return first == 0 ? Optional.empty() : Optional.of(Appended.refused(Errors.OUT_OF_ORDER_SEQUENCE_NUMBER));
        }
        for (Remembered batchBefore : producer.window) {
            if (batchBefore.firstSequence == first && batchBefore.count == count) {
                return Optional.of(new Appended(Errors.NONE, batchBefore.baseOffset, -1, logStartOffset, List.of()));
            }
        }
        return first == producer.nextSequence
                ? Optional.empty()
                : Optional.of(Appended.refused(Errors.OUT_OF_ORDER_SEQUENCE_NUMBER));
    }

    void remember(Bytes batch, int count, long baseOffset) {
        ByteBuffer header = batch.asByteBuffer();
        long producerId = header.getLong(RawBatch.PRODUCER_ID);
        if (producerId < 0) {
            return;
        }
        short epoch = header.getShort(RawBatch.PRODUCER_EPOCH);
        Producer before = producers.get(producerId);
        Producer producer = before == null || before.epoch != epoch ? new Producer(epoch) : before;
        producers.put(producerId, producer);
        int first = header.getInt(RawBatch.BASE_SEQUENCE);
        producer.nextSequence = (int) (((long) first + count) & Integer.MAX_VALUE);
        producer.window.addLast(new Remembered(first, count, baseOffset));
        if (producer.window.size() > WINDOW) {
            producer.window.removeFirst();
        }
    }

    private record Remembered(int firstSequence, int count, long baseOffset) {}

    private static final class Producer {
        private final short epoch;
        private final Deque<Remembered> window = new ArrayDeque<>();
        private int nextSequence;

        Producer(short epoch) {
            this.epoch = epoch;
        }
    }
}

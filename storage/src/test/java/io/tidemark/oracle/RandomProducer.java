package io.tidemark.oracle;

import io.tidemark.record.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** An idempotent producer that mostly goes on, and sometimes sends again, skips, or comes back as a new epoch. */
final class RandomProducer {
    private static final int REMEMBERED = 8;

    private final RandomGenerator random;
    private final long producerId;
    private final List<Bytes> sent = new ArrayList<>();
    private int epoch;
    private int nextSequence;

    RandomProducer(RandomGenerator random, long producerId) {
        this.random = random;
        this.producerId = producerId;
        // some begin just before the sequence wraps
        this.nextSequence = random.nextInt(3) == 0 ? Integer.MAX_VALUE - 30 : 0;
    }

    Bytes next(Supplier<RawBatch> payload) {
        int choice = random.nextInt(12);
        if (choice < 3 && !sent.isEmpty()) {
            return sent.get(sent.size() - 1 - random.nextInt(Math.min(REMEMBERED, sent.size())));
        }
        RawBatch batch = payload.get();
        if (choice == 3 && !sent.isEmpty()) {
            return batch.by(producerId, epoch, following(nextSequence, 1 + random.nextInt(3)))
                    .bytes();
        }
        if (choice == 4) {
            epoch++;
            nextSequence = 0;
        }
        Bytes bytes = batch.by(producerId, epoch, nextSequence).bytes();
        nextSequence = following(nextSequence, batch.timestampsMs().size());
        sent.add(bytes);
        return bytes;
    }

    private static int following(int sequence, int count) {
        return (int) (((long) sequence + count) & Integer.MAX_VALUE);
    }
}

package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Codec;
import java.util.Comparator;
import java.util.Random;

/** A compacted log of random records, tombstones, and transactions that reach over several segments. */
final class ManySegments {
    private static final int PRODUCERS = 3;
    private static final int BATCHES = 6;
    private static final int KEYS = 8;

    final CompactedWorld compacted;
    private final Random random;
    private final short[] epochs = new short[PRODUCERS];

    ManySegments(Random random, CompactedWorld compacted) {
        this.random = random;
        this.compacted = compacted;
    }

    static CompactedWorld world(long seed) {
        return new CompactedWorld(seed, "min.cleanable.dirty.ratio", "0", "delete.retention.ms", "3600000");
    }

    /** So many segments that were compacted, and so many that were not; no transaction is open. */
    static CompactedWorld filled(long seed, int clean, int dirty) {
        ManySegments segments = new ManySegments(new Random(seed), world(seed));
        segments.add(clean / 2);
        segments.compacted.compact();
        segments.add(clean - clean / 2);
        segments.endAll();
        segments.compacted.merge();
        segments.compacted.compact();
        segments.add(dirty);
        segments.endAll();
        segments.compacted.merge();
        assertThat(segments.compacted.segments()).hasSizeGreaterThanOrEqualTo(clean + dirty);
        return segments.compacted;
    }

    private void add(int segments) {
        for (int segment = 0; segment < segments; segment++) {
            for (int i = 0; i < BATCHES; i++) {
                append(i);
            }
            compacted.merge();
        }
    }

    /** A batch, in a transaction or not, or the end of one. */
    void append(int number) {
        int producer = random.nextInt(PRODUCERS);
        ProducerEpoch transaction = new ProducerEpoch(producer, epochs[producer]);
        int what = random.nextInt(6);
        if (what < 2) {
            compacted.appendIn(transaction, record(number), record(number));
        } else if (what < 4 && compacted.open().contains(transaction)) {
            end(transaction, random.nextInt(3) > 0);
        } else {
            compacted.append(random.nextBoolean() ? Codec.GZIP : Codec.UNCOMPRESSED, record(number), record(number));
        }
    }

    void endAll() {
        compacted.open().stream()
                .sorted(Comparator.comparing(ProducerEpoch::producerId))
                .forEach(transaction -> end(transaction, transaction.producerId() > 0));
    }

    private void end(ProducerEpoch transaction, boolean committed) {
        compacted.end(transaction, committed);
        epochs[(int) transaction.producerId()]++;
    }

    private String record(int number) {
        String value = random.nextInt(5) == 0 ? "" : "=v" + number;
        return "k" + random.nextInt(KEYS) + value + "@" + random.nextInt(500);
    }
}

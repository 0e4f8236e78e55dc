package io.tidemark.record;

import io.tidemark.record.ForgedBatch.ForgedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A seeded produce: a topic's rules and bytes that are mostly near one of those rules' limits. */
record RandomCase(Bytes raw, BatchRules rules) {
    static final long NOW_MS = 1_800_000_000_000L;
    private static final Codec[] CODECS = Codec.values();

    static RandomCase of(RandomGenerator random) {
        long beforeMs = pick(random, 0, 1, 1000, Long.MAX_VALUE);
        long afterMs = pick(random, 0, 1, 1000, 3_600_000, Long.MAX_VALUE);
        Codec codec = CODECS[random.nextInt(CODECS.length)];
        List<ForgedRecord> records = records(random, beforeMs, afterMs);
        ForgedBatch batch = ForgedBatch.of(codec, records);
        lie(random, batch);
        Bytes raw = damage(random, batch);
        return new RandomCase(raw, rules(random, beforeMs, afterMs, batch.size()));
    }

    private static List<ForgedRecord> records(RandomGenerator random, long beforeMs, long afterMs) {
        int count = random.nextInt(10) == 0 ? 1 + random.nextInt(60) : 1 + random.nextInt(4);
        boolean wrongDeltas = random.nextInt(12) == 0;
        boolean nearLimits = random.nextInt(4) == 0;
        List<ForgedRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long timestampMs = nearLimits
                    ? pick(random, NOW_MS - beforeMs, NOW_MS + afterMs, -1, -5, Long.MIN_VALUE, Long.MAX_VALUE)
                            + pick(random, -1, 0, 1)
                    : pick(random, NOW_MS, -1);
            int delta = wrongDeltas && random.nextInt(3) == 0 ? random.nextInt(-2, 4) : i;
            ForgedRecord record = ForgedRecord.of(delta, timestampMs);
            records.add(random.nextInt(12) == 0 ? record.withoutKey() : record);
        }
        return records;
    }

    private static BatchRules rules(RandomGenerator random, long beforeMs, long afterMs, int size) {
        Optional<Codec> compression =
                random.nextInt(3) == 0 ? Optional.of(CODECS[random.nextInt(CODECS.length)]) : Optional.empty();
        return new BatchRules(
                random.nextInt(3) == 0 ? TimestampType.LOG_APPEND_TIME : TimestampType.CREATE_TIME,
                beforeMs,
                afterMs,
                random.nextInt(3) == 0,
                compression,
                compression.isPresent() && random.nextBoolean() ? Optional.of(1 + random.nextInt(9)) : Optional.empty(),
                limit(random, size),
                limit(random, size));
    }

    private static int limit(RandomGenerator random, int size) {
        return random.nextInt(8) == 0 ? size - 1 + random.nextInt(3) : 1 << 20;
    }

    /** What a header may say beside the truth; the checksum will cover it. */
    private static void lie(RandomGenerator random, ForgedBatch batch) {
        batch.set(ForgedBatch.LEADER_EPOCH, random.nextInt(-1, 3));
        if (random.nextInt(3) == 0) {
            batch.set(ForgedBatch.MAX_TIMESTAMP, pick(random, 1, 999, NOW_MS, NOW_MS + 5, Long.MAX_VALUE));
        }
        if (random.nextInt(3) == 0) {
            batch.producer(
                    pick(random, 0, 7, 7, 7, -1, -5), (int) pick(random, 0, 3, 3, 3, -1), random.nextInt(-1, 20));
        }
        if (random.nextInt(10) == 0) {
            batch.orAttributes(0x10);
        }
        if (random.nextInt(15) == 0) {
            batch.orAttributes(0x08);
        }
        if (random.nextInt(25) == 0) {
            batch.orAttributes(1 << random.nextInt(5, 16));
        }
        if (random.nextInt(30) == 0) {
            batch.set(ForgedBatch.COUNT, random.nextInt(-1, 4));
        }
        if (random.nextInt(30) == 0) {
            batch.set(ForgedBatch.LAST_OFFSET_DELTA, random.nextInt(-2, 4));
        }
        if (random.nextInt(40) == 0) {
            batch.set(0, random.nextLong(-1, 2));
        }
        if (random.nextInt(40) == 0) {
            batch.set(ForgedBatch.ATTRIBUTES, (short) random.nextInt(8));
        }
    }

    private static Bytes damage(RandomGenerator random, ForgedBatch batch) {
        return switch (random.nextInt(24)) {
            case 0, 1 -> flip(random, batch, ForgedBatch.PAYLOAD).sealed();
            case 2 -> flip(random, batch, ForgedBatch.ATTRIBUTES).sealed();
            case 3 -> flip(random, batch, 0).sealed();
            case 4 -> {
                batch.sealed();
                yield flip(random, batch, 0).asIs();
            }
            case 5 -> batch.sealed().slice(0, random.nextInt(batch.size()));
            case 6 -> Bytes.concat(List.of(batch.sealed(), junk(random)));
            case 7 -> Bytes.concat(List.of(batch.sealed(), batch.sealed()));
            case 8 ->
                batch.set(ForgedBatch.LENGTH, (int) pick(random, -5, 10, 13, 14, 40, 48, 49, 1 << 30, -1 >>> 1))
                        .sealed();
            case 9 -> batch.set(ForgedBatch.MAGIC, (byte) random.nextInt(-1, 5)).sealed();
            default -> batch.sealed();
        };
    }

    private static ForgedBatch flip(RandomGenerator random, ForgedBatch batch, int from) {
        return batch.flip(random.nextInt(from, batch.size()), 1 << random.nextInt(8));
    }

    private static Bytes junk(RandomGenerator random) {
        byte[] junk = new byte[random.nextInt(1, 40)];
        random.nextBytes(junk);
        return Bytes.wrap(junk);
    }

    private static long pick(RandomGenerator random, long... choices) {
        return choices[random.nextInt(choices.length)];
    }
}

package io.tidemark.partition;

import io.tidemark.layout.Head;
import io.tidemark.topic.PartitionId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The last reply for each partition, so that an idempotent append needs no read. What it says may be old: every update
 * that rests on it carries the condition that it still holds. Thread-safe.
 */
final class SeenHeads {
    private static final int MAX_HEADS = 1_000;

    private int longestTail;

    private final Map<PartitionId, Head> heads = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<PartitionId, Head> eldest) {
            return size() > MAX_HEADS;
        }
    };

    synchronized Optional<Head> get(PartitionId partition) {
        return Optional.ofNullable(heads.get(partition));
    }

    /** Keeps the newer one: replies overtake each other. */
    synchronized void put(PartitionId partition, Head head) {
        longestTail = Math.max(longestTail, head.tail().size());
        heads.merge(
                partition,
                head,
                (kept, offered) -> offered.offsets().high() >= kept.offsets().high() ? offered : kept);
    }

    /** The longest tail among the heads that were put since the last call of this, in batches. */
    synchronized int takeLongestTail() {
        int longest = longestTail;
        longestTail = 0;
        return longest;
    }

    synchronized void forget(PartitionId partition) {
        heads.remove(partition);
    }
}

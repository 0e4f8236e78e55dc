package io.tidemark.admin;

import io.tidemark.partition.FanOut;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Does one thing for every partition of a topic, a few at a time. Thread-safe. */
final class PartitionWrites {
    /** Calls that are out at one time. */
    static final int MAX_AT_ONCE = 32;

    private final Executor executor;

    PartitionWrites(Executor executor) {
        this.executor = executor;
    }

    /** Returns, or throws what the first failed call threw, only when every call that began has ended. */
    void forEach(Topic topic, Consumer<PartitionId> write) {
        FanOut.map(
                executor,
                MAX_AT_ONCE,
                IntStream.range(0, topic.partitionCount())
                        .mapToObj(topic::partition)
                        .toList(),
                partition -> {
                    write.accept(partition);
                    return true;
                });
    }
}

package io.tidemark.oracle;

import io.tidemark.Tidemark;
import io.tidemark.record.Answer;
import io.tidemark.record.Bytes;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.simulation.GatedObjectStore;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.StoredObject;
import io.tidemark.store.aws.AwsStores;
import io.tidemark.store.aws.TestEndpoint;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicName;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

/** Stores, and Tidemark on them. */
record Stores(ObjectStore objects, ItemStore items) {
    private static final int MAX_LISTED = 1_000;
    private static final Executor CALLER = Runnable::run;
    private static final AtomicReference<Optional<AwsStores>> OPEN = new AtomicReference<>(Optional.empty());

    static Stores inMemory() {
        EmbeddedStore store = EmbeddedStore.inMemory();
        return new Stores(store.objects(), store.items());
    }

    /** The same stores, behind a gate. */
    Stores behind(Gate gate) {
        return new Stores(new GatedObjectStore(objects, gate), new GatedItemStore(items, gate));
    }

    /** New ones on the endpoint that tests use; those that it gave before are closed. */
    static Stores onEndpoint() {
        AwsStores stores = TestEndpoint.open(TestEndpoint.newStores());
        OPEN.getAndSet(Optional.of(stores)).ifPresent(AwsStores::close);
        return new Stores(stores.objects(), stores.items());
    }

    /** Puts other bytes into the place of the batch object that holds exactly this batch. */
    void overwrite(Bytes batch, Bytes damaged) {
        Bytes stored = RawBatch.placedAt(batch, 0);
        String key = objects.list("data/", "", MAX_LISTED).stream()
                .map(StoredObject::key)
                .filter(candidate -> objects.get(candidate, 0, Integer.MAX_VALUE)
                        .filter(stored::equals)
                        .isPresent())
                .findFirst()
                .orElseThrow();
        objects.delete(List.of(key));
        objects.putIfAbsent(key, RawBatch.placedAt(damaged, 0));
    }

    /** A Tidemark that knows nothing of the others on these stores. */
    Tidemark tidemark(Clock clock, long seed) {
        Environment environment = new Environment(clock, new Random(seed), duration -> {}, CALLER);
        return new Tidemark(objects, items, environment);
    }

    IndexEntries indexEntries(String topic, RandomGenerator random) {
        Answer<Topic> described = tidemark(Clock.systemUTC(), 0).topics().describe(new TopicName(topic));
        return new IndexEntries(items, ((Answer.Given<Topic>) described).value(), random);
    }

    /** Two processes that take turns at random. */
    ComparedLog twoTidemarks(Clock clock, long seed) {
        List<TidemarkLog> processes =
                List.of(new TidemarkLog(tidemark(clock, seed)), new TidemarkLog(tidemark(clock, -seed)));
        return new AlternatingLog(processes, new Random(seed));
    }
}

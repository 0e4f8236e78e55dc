package io.tidemark.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.Tidemark;
import io.tidemark.functions.http.Json;
import io.tidemark.layout.ObjectId;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemKey;
import io.tidemark.store.embedded.EmbeddedStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.junit.jupiter.api.Test;

class SnapshotsTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final Context<Resource> NONE = Core.getGlobalContext();

    private final EmbeddedStore store = EmbeddedStore.inMemory();
    private final Environment environment = SystemEnvironment.create();

    @Test
    void primingGoesThroughEveryHandlerAndLeavesNothingInTheStores() {
        assertThatCode(() -> new Priming(environment).handlers()).doesNotThrowAnyException();
        Priming.stores(store.objects(), store.items());
        assertThat(store.items().get(new ItemKey("primed", "-"))).isEmpty();
        assertThat(store.objects().list("", "", 10)).isEmpty();
    }

    @Test
    void aFunctionThatCannotBePrimedStartsAllTheSame() {
        Snapshots snapshots = new Snapshots(service(), () -> {
            throw new IllegalStateException("denied");
        });
        assertThatCode(() -> snapshots.beforeCheckpoint(NONE)).doesNotThrowAnyException();
    }

    /** What is serialized and read again is a copy of a state, as a snapshot's is. */
    @Test
    void copiesOfAProcessMakeDifferentIds() throws IOException, ClassNotFoundException {
        RandomGenerator random = environment.random();
        assertThat(idOf(copy(random))).isNotEqualTo(idOf(copy(random)));

        SecureRandom held = seeded();
        assertThat(idOf(copy(held))).as("of a state that is held in memory").isEqualTo(idOf(copy(held)));
    }

    @Test
    void aRestoredProcessGivesProducerIdsOfABlockOfItsOwn() {
        Service service = service();
        long first = producerId(service);
        assertThat(producerId(service)).isEqualTo(first + 1);

        new Snapshots(service, () -> {}).afterRestore(NONE);

        assertThat(producerId(service)).isGreaterThan(first + 500);
    }

    @Test
    void theFirstCallAfterARestoreIsCold() {
        Service service = service();
        Snapshots snapshots = new Snapshots(service, () -> {});
        assertThat(isCold(service)).isTrue();
        assertThat(isCold(service)).isFalse();

        snapshots.afterRestore(NONE);

        assertThat(isCold(service)).isTrue();
    }

    private static boolean isCold(Service service) {
        return service.invocations().run("fetch", FixedContext.with(Duration.ofSeconds(25)), call -> call.coldStart());
    }

    private static long producerId(Service service) {
        APIGatewayV2HTTPResponse response = new TransactionsHandler(service)
                .handleRequest(
                        Surface.event(
                                "POST",
                                "/v3/clusters/test/producers",
                                Map.of("content-type", "application/json"),
                                "{}",
                                false),
                        FixedContext.with(Duration.ofSeconds(25)));
        return Json.read(response.getBody()).path("producer_id").longValue();
    }

    private Service service() {
        return new Service(new Tidemark(store.objects(), store.items(), environment), "test", Clock.systemUTC());
    }

    private static SecureRandom seeded() {
        try {
            SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
            random.setSeed(7);
            return random;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ObjectId idOf(RandomGenerator random) {
        return ObjectId.create(NOW, random);
    }

    private static RandomGenerator copy(RandomGenerator random) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(random);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (RandomGenerator) in.readObject();
        }
    }
}

package io.tidemark.store.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.ObjectWriter;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.StoreUnavailableException.Kind;
import io.tidemark.store.aws.AwsSettings.Limits;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each call of the object store, with each fault on the way. */
class LostObjectRepliesIT {
    private static final Limits LIMITS =
            new Limits(Duration.ofSeconds(2), Duration.ofSeconds(4), Duration.ofSeconds(40), 3, 8);
    private static final Duration LATE = Duration.ofSeconds(6);
    private static final Bytes CONTENT = Bytes.utf8("content");

    private static final AwsSettings DIRECT = InProcessS3.newBucket();
    private static final FaultProxy PROXY = new FaultProxy(DIRECT.endpoint().orElseThrow(), LATE);
    private static final AwsStores STORES =
            TestEndpoint.open(DIRECT.at(PROXY.uri()).within(LIMITS));

    private final ObjectStore objects = STORES.objects();

    @AfterAll
    static void close() {
        STORES.close();
        PROXY.close();
    }

    @BeforeEach
    void calm() {
        PROXY.inject(operation -> Fault.NONE);
        PROXY.forget();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"DENIED", "MISSING", "ELSEWHERE"})
    void aPutIsSentAgainAndKnowsItsOwnObject(Fault fault) {
        PROXY.injectOnce("PutObject", fault);
        assertThat(objects.putIfAbsent("put/" + fault, CONTENT)).isTrue();
        assertThat(PROXY.sent("PutObject")).isEqualTo(fault == Fault.NONE ? 1 : 2);
        assertThat(objects.get("put/" + fault, 0, 99)).contains(CONTENT);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"DENIED", "MISSING", "ELSEWHERE"})
    void aPutThatIsSentAgainDoesNotTakeAnothersObjectForItsOwn(Fault fault) {
        objects.putIfAbsent("taken/" + fault, Bytes.utf8("first"));
        PROXY.injectOnce("PutObject", fault);
        assertThat(objects.putIfAbsent("taken/" + fault, CONTENT)).isFalse();
        assertThat(objects.get("taken/" + fault, 0, 99)).contains(Bytes.utf8("first"));
    }

    @Test
    void aPutThatNeverGetsAReplyMayHaveHadItsEffect() {
        PROXY.inject(operation -> operation.equals("PutObject") ? Fault.DROPPED_REPLY : Fault.NONE);
        assertUnavailable(() -> objects.putIfAbsent("never", CONTENT), Effect.UNKNOWN, Kind.OUTAGE);
        assertThat(PROXY.sent("PutObject")).isEqualTo(LIMITS.attempts());
        assertThat(objects.get("never", 0, 99)).contains(CONTENT);
    }

    @Test
    void aReadThatIsRefusedEachTimeIsAnOutageWithoutEffect() {
        PROXY.inject(operation -> Fault.ERROR_503);
        assertUnavailable(() -> objects.get("o", 0, 9), Effect.NONE, Kind.OUTAGE);
        assertUnavailable(() -> objects.list("o", "", 9), Effect.NONE, Kind.OUTAGE);
        PROXY.inject(operation -> Fault.THROTTLED);
        assertUnavailable(() -> objects.get("o", 0, 9), Effect.NONE, Kind.THROTTLED);
    }

    @Test
    void anEndpointThatIsNotThereHasNoEffect() {
        FaultProxy closed = new FaultProxy(DIRECT.endpoint().orElseThrow(), LATE);
        closed.close();
        Limits once = new Limits(LIMITS.connect(), LIMITS.attempt(), LIMITS.call(), 1, 1);
        try (AwsStores stores = TestEndpoint.open(DIRECT.at(closed.uri()).within(once))) {
            assertUnavailable(() -> stores.objects().putIfAbsent("o", CONTENT), Effect.NONE, Kind.OUTAGE);
        }
    }

    /** Late ones only take time here: what they end in, a dropped connection ends in too. */
    static Stream<Fault> soon() {
        return Stream.of(Fault.values()).filter(fault -> fault.passes() && !fault.isLate());
    }

    @ParameterizedTest
    @MethodSource("soon")
    void readsListingsAndDeletesAreSentAgain(Fault fault) {
        String key = "read/" + fault;
        objects.putIfAbsent(key, CONTENT);
        PROXY.injectOnce("GetObject", fault);
        assertThat(objects.get(key, 3, 4)).contains(Bytes.utf8("tent"));
        PROXY.injectOnce("ListObjectsV2", fault);
        assertThat(objects.list(key, "", 9)).hasSize(1);
        PROXY.injectOnce("DeleteObjects", fault);
        objects.delete(List.of(key));
        assertThat(objects.get(key, 0, 9)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("soon")
    void anObjectInPartsIsCommittedOnceWhateverGetsLost(Fault fault) {
        Bytes part = Bytes.wrap(new byte[S3ObjectWriter.PART_BYTES]);
        for (String operation : List.of("CreateMultipartUpload", "UploadPart", "CompleteMultipartUpload")) {
            String key = "parts/" + operation + "/" + fault;
            PROXY.injectOnce(operation, fault);
            try (ObjectWriter writer = objects.write(key)) {
                writer.append(part);
                writer.append(CONTENT);
                assertThat(writer.commitIfAbsent()).as(key).isTrue();
            }
            assertThat(objects.get(key, part.size() - 1, 99))
                    .as(key)
                    .contains(Bytes.concat(List.of(Bytes.wrap(new byte[1]), CONTENT)));
        }
    }

    private static void assertUnavailable(Runnable call, Effect effect, Kind kind) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(StoreUnavailableException.class, e -> {
            assertThat(e.effect()).isEqualTo(effect);
            assertThat(e.kind()).isEqualTo(kind);
        });
    }
}

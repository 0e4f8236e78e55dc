package io.tidemark.store.aws;

import static io.tidemark.store.aws.LossyWire.assertUnavailable;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.ObjectWriter;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.StoreUnavailableException.Kind;
import io.tidemark.store.aws.AwsSettings.Limits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each call of the object store, with each fault on the way. */
class LostObjectRepliesIT {
    private static final Limits ONCE = new Limits(
            TestEndpoint.PATIENT.connect(), TestEndpoint.PATIENT.attempt(), TestEndpoint.PATIENT.call(), 1, 1);
    private static final Bytes CONTENT = Bytes.utf8("content");

    private static final LossyWire WIRE = new LossyWire(InProcessS3.newBucket());
    private static final FaultProxy PROXY = WIRE.proxy();

    private final ObjectStore objects = WIRE.stores().objects();

    @AfterAll
    static void close() {
        WIRE.close();
    }

    @BeforeEach
    void calm() {
        PROXY.calm();
    }

    @AfterEach
    void letLateOnesLand() {
        PROXY.land();
    }

    @WithEachPassingFault
    void aPutIsSentAgainAndKnowsItsOwnObject(Fault fault) {
        PROXY.injectOnce("PutObject", fault);
        assertThat(WIRE.stores(fault).objects().putIfAbsent("put/" + fault, CONTENT))
                .isTrue();
        PROXY.land();
        // who gives up soon may do so twice
        assertThat(PROXY.sent("PutObject")).isBetween(fault == Fault.NONE ? 1 : 2, fault.isLate() ? 3 : 2);
        assertThat(objects.get("put/" + fault, 0, 99)).contains(CONTENT);
    }

    @WithEachPassingFault
    void aPutThatIsSentAgainDoesNotTakeAnothersObjectForItsOwn(Fault fault) {
        objects.putIfAbsent("taken/" + fault, Bytes.utf8("first"));
        PROXY.injectOnce("PutObject", fault);
        assertThat(WIRE.stores(fault).objects().putIfAbsent("taken/" + fault, CONTENT))
                .isFalse();
        PROXY.land();
        assertThat(objects.get("taken/" + fault, 0, 99)).contains(Bytes.utf8("first"));
    }

    @Test
    void aPutThatNeverGetsAReplyMayHaveHadItsEffect() {
        PROXY.inject(operation -> operation.equals("PutObject") ? Fault.DROPPED_REPLY : Fault.NONE);
        assertUnavailable(() -> objects.putIfAbsent("never", CONTENT), Effect.UNKNOWN, Kind.OUTAGE);
        assertThat(PROXY.sent("PutObject")).isEqualTo(TestEndpoint.PATIENT.attempts());
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
    void anEndpointThatIsNotThereHasNoEffect() throws IOException {
        // bound, so that nobody else is there, and not listening
        try (Socket nobody = new Socket()) {
            nobody.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            URI there = URI.create("http://127.0.0.1:" + nobody.getLocalPort());
            try (AwsStores stores = TestEndpoint.open(WIRE.settings().at(there).within(ONCE))) {
                assertUnavailable(() -> stores.objects().putIfAbsent("o", CONTENT), Effect.NONE, Kind.OUTAGE);
            }
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
}

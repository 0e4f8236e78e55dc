package io.tidemark.store.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.StoreUnavailableException.Kind;
import io.tidemark.store.aws.AwsSettings.Limits;
import java.time.Duration;

/** Stores behind a proxy where requests and replies get lost, and the same stores beside it. */
final class LossyWire implements AutoCloseable {
    /** Gives up soon: for what is late until then. All else may take its time, or a slow machine would lose more. */
    private static final Limits HASTY =
            new Limits(Duration.ofSeconds(2), Duration.ofSeconds(2), TestEndpoint.PATIENT.call(), 3, 8);

    private final AwsSettings settings;
    private final FaultProxy proxy;
    private final AwsStores direct;
    private final AwsStores proxied;
    private final AwsStores hasty;

    LossyWire(AwsSettings settings) {
        this.settings = settings;
        this.proxy = new FaultProxy(settings.endpoint().orElseThrow());
        this.direct = TestEndpoint.open(settings);
        this.proxied = TestEndpoint.open(settings.at(proxy.uri()));
        this.hasty = TestEndpoint.open(settings.at(proxy.uri()).within(HASTY));
    }

    FaultProxy proxy() {
        return proxy;
    }

    AwsSettings settings() {
        return settings;
    }

    /** Where nothing is lost, and the proxy hears of nothing. */
    AwsStores direct() {
        return direct;
    }

    AwsStores stores() {
        return proxied;
    }

    /** Those that meet this fault. */
    AwsStores stores(Fault fault) {
        return fault.isLate() ? hasty : proxied;
    }

    @Override
    public void close() {
        proxied.close();
        hasty.close();
        direct.close();
        proxy.close();
    }

    static void assertUnavailable(Runnable call, Effect effect, Kind kind) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(StoreUnavailableException.class, e -> {
            assertThat(e.effect()).isEqualTo(effect);
            assertThat(e.kind()).isEqualTo(kind);
        });
    }
}

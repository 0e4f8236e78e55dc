package io.tidemark;

import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.aws.AwsStores;
import io.tidemark.store.aws.OnEndpoint;
import io.tidemark.store.aws.TestEndpoint;
import org.junit.jupiter.api.AfterAll;

/** As many appends as an emulator on one thread does in seconds. */
@OnEndpoint
class ConcurrentLogEndpointIT extends ConcurrentLogContract {
    private static final AwsStores STORES = TestEndpoint.open(TestEndpoint.newStores());

    @AfterAll
    static void close() {
        STORES.close();
    }

    @Override
    protected ItemStore items() {
        return STORES.items();
    }

    @Override
    protected ObjectStore objects() {
        return STORES.objects();
    }

    @Override
    protected int producers() {
        return 20;
    }

    @Override
    protected int appendsOfEach() {
        return 10;
    }
}

package io.tidemark.store.aws;

import io.tidemark.store.ObjectStore;
import io.tidemark.store.ObjectStoreContract;
import org.junit.jupiter.api.AfterAll;

@OnEndpoint
class S3ObjectStoreEndpointIT extends ObjectStoreContract {
    private static final AwsStores STORES = TestEndpoint.open(TestEndpoint.newStores());

    @AfterAll
    static void close() {
        STORES.close();
    }

    @Override
    protected ObjectStore objects() {
        return STORES.objects();
    }
}

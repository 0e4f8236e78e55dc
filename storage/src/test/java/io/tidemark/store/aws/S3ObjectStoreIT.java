package io.tidemark.store.aws;

import io.tidemark.store.ObjectStore;
import io.tidemark.store.ObjectStoreContract;
import org.junit.jupiter.api.AfterAll;

class S3ObjectStoreIT extends ObjectStoreContract {
    private static final AwsStores STORES = TestEndpoint.open(InProcessS3.newBucket());

    @AfterAll
    static void close() {
        STORES.close();
    }

    @Override
    protected ObjectStore objects() {
        return STORES.objects();
    }
}

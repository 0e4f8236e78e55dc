package io.tidemark.store.aws;

import io.tidemark.store.ItemStore;
import io.tidemark.store.ItemStoreContract;
import org.junit.jupiter.api.AfterAll;

@OnEndpoint
class DynamoItemStoreEndpointIT extends ItemStoreContract {
    private static final AwsStores STORES = TestEndpoint.open(TestEndpoint.newStores());

    @AfterAll
    static void close() {
        STORES.close();
    }

    @Override
    public ItemStore items() {
        return STORES.items();
    }
}

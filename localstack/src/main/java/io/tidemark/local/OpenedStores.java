package io.tidemark.local;

import io.tidemark.store.Environment;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.aws.AwsSettings;
import io.tidemark.store.aws.AwsStores;
import io.tidemark.store.embedded.DataDirectoryException;
import io.tidemark.store.embedded.EmbeddedStore;
import java.util.Optional;

/** The stores that are worked on, and how they are closed. */
record OpenedStores(ObjectStore objects, ItemStore items, Runnable closing) {

    private static final ItemKey ANY_ITEM = new ItemKey("T", "-");
    private static final String ANY_OBJECT = "data/-";

    /** @throws StartupException where the data directory, or the table and the bucket, are not to be had */
    static OpenedStores open(Place place, Environment environment) throws StartupException {
        if (place instanceof Place.Endpoint endpoint) {
            return onAws(endpoint.settings(), environment);
        }
        if (place instanceof Place.Aws aws) {
            return onAws(aws.settings(), environment);
        }
        try {
            EmbeddedStore store = place instanceof Place.Directory directory
                    ? EmbeddedStore.open(directory.path())
                    : EmbeddedStore.inMemory();
            return new OpenedStores(store.objects(), store.items(), store::close);
        } catch (DataDirectoryException e) {
            throw new StartupException(Optional.ofNullable(e.getMessage()).orElse("no data directory"), e);
        }
    }

    private static OpenedStores onAws(AwsSettings settings, Environment environment) throws StartupException {
        AwsStores stores = AwsStores.open(settings, environment.random());
        try {
            // whoever cannot be worked on says so now, not to the first client
            stores.items().get(ANY_ITEM);
            stores.objects().get(ANY_OBJECT, 0, 1);
            return new OpenedStores(stores.objects(), stores.items(), stores::close);
        } catch (StoreUnavailableException e) {
            stores.close();
            throw new StartupException(
                    "table " + settings.table() + " and bucket " + settings.bucket() + " cannot be worked on: "
                            + e.getMessage(),
                    e);
        }
    }
}

package io.tidemark.local;

import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.aws.AwsSettings;
import io.tidemark.store.aws.AwsStores;
import io.tidemark.store.embedded.DataDirectoryException;
import io.tidemark.store.embedded.EmbeddedStore;
import java.util.Optional;

/** The stores that are worked on, and how they are closed. */
record OpenedStores(ObjectStore objects, ItemStore items, Runnable closing) {

    /** @throws StartupException where the data directory is not to be had */
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

    private static OpenedStores onAws(AwsSettings settings, Environment environment) {
        AwsStores stores = AwsStores.open(settings, environment.random());
        return new OpenedStores(stores.objects(), stores.items(), stores::close);
    }
}

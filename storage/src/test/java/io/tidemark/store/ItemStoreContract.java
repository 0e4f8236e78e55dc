package io.tidemark.store;

import java.util.UUID;

/**
 * What an {@link ItemStore} is. An adapter's test extends this class and says how to get a store; stores may be shared
 * between tests, each test keeps to partition keys of its own.
 */
public abstract class ItemStoreContract
        implements ItemWriteContract, ItemConditionContract, ItemUpdateContract, ItemQueryContract, ItemRaceContract {
    private final String partition = "contract#" + UUID.randomUUID();

    @Override
    public String partition() {
        return partition;
    }
}

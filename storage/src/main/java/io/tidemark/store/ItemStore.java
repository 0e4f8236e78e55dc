package io.tidemark.store;

import java.util.List;
import java.util.Optional;

/**
 * Items: small maps under a key of two parts. Items with one partition key stand in the byte order of their sort
 * keys.
 *
 * <p>Every read is strongly consistent: it sees each write that was acknowledged before it began, and nothing that is
 * not durable. A put, a delete and an update are each atomic, and act on one item. Thread-safe.
 *
 * <p>Every method throws {@link StoreUnavailableException} where the store cannot be reached or cannot tell; only then
 * may the outcome of a write be unknown.
 */
public interface ItemStore {

    Optional<Item> get(ItemKey key);

    /**
     * One page of the items with the range's partition key whose sort keys lie in it, in the range's direction. A page
     * ends at the range's limit or before {@link ItemSize#MAX_PAGE_BYTES}, whichever comes first.
     */
    ItemPage query(ItemRange range);

    /**
     * Replaces the whole item, if every condition holds for the item as it is; a missing item is one without
     * attributes.
     *
     * @throws IllegalArgumentException where the item is larger than {@link ItemSize#MAX_ITEM_BYTES}
     */
    WriteOutcome put(ItemKey key, Item item, List<Condition> conditions);

    /** Deletes the item, if every condition holds for the item as it is. A missing item without conditions is fine. */
    WriteOutcome delete(ItemKey key, List<Condition> conditions);

    /**
     * Applies every action, if every condition holds. All conditions and all right-hand sides see the item as it was
     * before the call. On a missing item a condition other than {@link Condition.Absent} never holds, so an update
     * that carries one cannot create an item.
     *
     * @throws IllegalArgumentException where an action does not fit the item, such as a number added to a list or an
     *     entry set below a missing dictionary, or would make it larger than {@link ItemSize#MAX_ITEM_BYTES}; nothing
     *     changed: a bug, never an outcome
     */
    WriteOutcome update(ItemKey key, Update update);
}

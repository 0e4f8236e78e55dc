package io.tidemark.maintenance;

import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/** The items of a range; a page of them is read when its first item is asked for. Used by one thread. */
final class ItemWalk implements Iterator<ItemPage.Entry> {
    private final ItemStore items;
    private Optional<ItemRange> range;
    private Iterator<ItemPage.Entry> page = List.<ItemPage.Entry>of().iterator();

    ItemWalk(ItemStore items, ItemRange range) {
        this.items = items;
        this.range = Optional.of(range);
    }

    @Override
    public boolean hasNext() {
        while (!page.hasNext() && range.isPresent()) {
            ItemPage found = items.query(range.get());
            page = found.entries().iterator();
            range = found.next();
        }
        return page.hasNext();
    }

    @Override
    public ItemPage.Entry next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return page.next();
    }
}

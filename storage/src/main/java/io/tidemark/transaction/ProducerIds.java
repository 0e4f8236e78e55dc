package io.tidemark.transaction;

import io.tidemark.layout.LayoutVersion;
import io.tidemark.layout.ProducerIdBlock;
import io.tidemark.store.ItemStore;
import io.tidemark.store.WriteOutcome;
import java.util.List;

/**
 * Gives producer ids, each once, from blocks that are taken when they are needed: 1,000 ids for one store call. A reply
 * that got lost loses a block, and no id is given twice. Thread-safe.
 */
final class ProducerIds {
    private final ItemStore items;
    private long next;
    private long end;

    ProducerIds(ItemStore items) {
        this.items = items;
    }

    /** @throws io.tidemark.store.StoreUnavailableException where no block can be taken */
    synchronized long take() {
        if (next == end) {
            ProducerIdBlock block = block();
            next = block.begin();
            end = block.end();
        }
        return next++;
    }

    /** Leaves the block: of a process that was copied, each copy would give the same ids. */
    synchronized void forget() {
        next = end;
    }

    private ProducerIdBlock block() {
        WriteOutcome taken = items.update(ProducerIdBlock.key(), ProducerIdBlock.take());
        if (taken instanceof WriteOutcome.Applied applied) {
            return ProducerIdBlock.decode(applied.item());
        }
        ((WriteOutcome.Refused) taken).current().ifPresent(ProducerIdBlock::decode);
        ProducerIdBlock first = ProducerIdBlock.first();
        if (items.put(ProducerIdBlock.key(), first.encode(), List.of(LayoutVersion.noItem()))
                instanceof WriteOutcome.Applied) {
            return first;
        }
        WriteOutcome second = items.update(ProducerIdBlock.key(), ProducerIdBlock.take());
        if (second instanceof WriteOutcome.Applied applied) {
            return ProducerIdBlock.decode(applied.item());
        }
        throw new IllegalStateException("the counter of producer ids comes and goes");
    }
}

package io.tidemark.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.layout.Page;
import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.partition.Seal;
import io.tidemark.record.Answer;
import io.tidemark.simulation.World;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.topic.PartitionId;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Deletes records, removes the pages below the log start, and seals tails of any length. */
record Keeper(LogProcess process, History history, PartitionId partition, Random random) implements Runnable {
    private static final int STEPS = 25;

    @Override
    public void run() {
        for (int i = 0; i < STEPS; i++) {
            switch (random.nextInt(4)) {
                case 0 -> deleteRecords();
                case 1 -> process.maintain(this::removePages);
                default -> process.maintain(this::seal);
            }
        }
    }

    private void deleteRecords() {
        History.Moment now = history.now();
        long before = now.low() + random.nextLong(now.high() - now.low() + 1);
        Optional<Answer<Long>> answer = process.ask(log -> log.deleteRecords(new DeleteRecordsRequest(
                        World.TOPIC,
                        List.of(new DeleteRecordsRequest.Entry(
                                0, random.nextInt(5) == 0 ? Optional.empty() : Optional.of(before)))))
                .get(0));
        if (answer.isPresent() && answer.get() instanceof Answer.Given<Long> given) {
            assertThat(given.value()).isBetween(before, history.now().low());
            return;
        }
        assertThat(process.wasFaulty()).as("%s", answer).isTrue();
    }

    private boolean seal(ItemStore items) {
        try {
            Optional<Head> head = items.get(Head.key(partition)).map(item -> Head.decode(Head.key(partition), item));
            if (head.isPresent() && !head.get().tail().isEmpty()) {
                new Seal(items, process.executor()).seal(partition, head.get());
            }
            return true;
        } catch (StoreUnavailableException e) {
            return false;
        }
    }

    private boolean removePages(ItemStore items) {
        try {
            Head head = Head.decode(
                    Head.key(partition), items.get(Head.key(partition)).orElseThrow());
            if (head.offsets().low() == 0) {
                return true;
            }
            for (ItemPage.Entry entry : items.query(
                            Page.between(partition, 0, head.offsets().low(), 3))
                    .entries()) {
                if (Page.decode(entry.key(), entry.item()).lastOffset()
                        < head.offsets().low()) {
                    items.delete(entry.key(), List.of());
                }
            }
            return true;
        } catch (StoreUnavailableException e) {
            return false;
        }
    }
}

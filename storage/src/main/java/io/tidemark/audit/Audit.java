package io.tidemark.audit;

import io.tidemark.layout.Due;
import io.tidemark.layout.DueEntry;
import io.tidemark.layout.Head;
import io.tidemark.layout.LastRun;
import io.tidemark.layout.PurgeEntry;
import io.tidemark.layout.SweepCursor;
import io.tidemark.layout.TopicItem;
import io.tidemark.layout.TransactionItem;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicName;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Checks everything that is stored, one partition after the other; memory is bounded whatever there is. Thread-safe.
 */
public final class Audit {
    /** So often a partition is looked at again that was changed meanwhile. */
    static final int MAX_TRIES = 12;

    private static final int ENTRIES_PER_QUERY = 500;
    private static final Instant END_OF_TIME = Instant.ofEpochMilli(Long.MAX_VALUE);

    private final ObjectStore objects;
    private final ItemStore items;
    private final Clock clock;

    public Audit(ObjectStore objects, ItemStore items, Clock clock) {
        this.objects = objects;
        this.items = items;
        this.clock = clock;
    }

    /**
     * Checks what the scope asks for.
     *
     * @throws io.tidemark.store.StoreUnavailableException where a store does not answer; there is no half of a report
     * @throws IllegalArgumentException where a topic that is to be checked is not there
     */
    public AuditReport run(AuditScope scope) {
        Run run = new Run(scope);
        if (!scope.topics().isEmpty()) {
            scope.topics().stream().sorted().forEach(run::topicNamed);
            return run.findings.report(run.partitions, Garbage.Unnamed.NONE);
        }
        eachEntry(TopicItem.range(Optional.empty(), ENTRIES_PER_QUERY), run::topic);
        eachEntry(TransactionItem.range(Optional.empty(), ENTRIES_PER_QUERY), run::transaction);
        for (int shard = 0; shard < DueEntry.SHARDS; shard++) {
            eachEntry(DueEntry.due(shard, END_OF_TIME, ENTRIES_PER_QUERY), run::dueEntry);
        }
        eachEntry(PurgeEntry.range(ENTRIES_PER_QUERY), run::purgeEntry);
        items.get(SweepCursor.key()).ifPresent(run::sweepCursor);
        items.get(LastRun.key()).ifPresent(run::lastRun);
        Garbage garbage = new Garbage(objects, items, clock.instant(), scope.garbageAge());
        return run.findings.report(run.partitions, garbage.count(run.findings));
    }

    private void eachEntry(ItemRange first, Consumer<ItemPage.Entry> consumer) {
        Optional<ItemRange> range = Optional.of(first);
        while (range.isPresent()) {
            ItemPage found = items.query(range.get());
            found.entries().forEach(consumer);
            range = found.next();
        }
    }

    /** One audit; used by one thread. */
    private final class Run {
        private final AuditScope scope;
        private final Findings findings = new Findings();
        private long partitions;

        Run(AuditScope scope) {
            this.scope = scope;
        }

        void topicNamed(TopicName name) {
            ItemKey key = TopicItem.key(name);
            Item item = items.get(key).orElseThrow(() -> missing(name));
            decoded(new ItemPage.Entry(key, item)).ifPresent(topic -> {
                if (!topic.name().equals(name) || topic.deleting()) {
                    throw missing(name);
                }
                topic(topic);
            });
        }

        private static IllegalArgumentException missing(TopicName name) {
            return new IllegalArgumentException("there is no topic " + name);
        }

        void topic(ItemPage.Entry entry) {
            decoded(entry).filter(topic -> !topic.deleting()).ifPresent(this::topic);
        }

        private Optional<Topic> decoded(ItemPage.Entry entry) {
            return findings.decoded(
                    "topic " + entry.key().sort(),
                    () -> TopicItem.decode(entry.key(), entry.item()).topic());
        }

        private void topic(Topic topic) {
            for (int i = 0; i < topic.partitionCount(); i++) {
                partitions++;
                partition(topic, topic.partition(i));
            }
        }

        /** Whatever is wrong is looked at again if the partition was changed meanwhile. */
        private void partition(Topic topic, PartitionId partition) {
            String where = topic.name() + "-" + partition.partition();
            for (int tries = 1; ; tries++) {
                Findings own = new Findings();
                Optional<Item> before = items.get(Head.key(partition));
                if (before.isPresent()) {
                    own.decoded(where + " head", () -> Head.decode(Head.key(partition), before.get()))
                            .ifPresent(head -> new PartitionAudit(objects, items, where, own)
                                    .check(new PartitionAudit.Subject(topic, partition, head), scope.deep()));
                } else if (isLive(topic)) {
                    own.add(Rule.TOPIC_HAS_ITS_HEADS, where, "the head is missing");
                }
                if (own.isClean() || tries == MAX_TRIES || !wasChanged(partition, before)) {
                    findings.addAll(own);
                    return;
                }
            }
        }

        /** Appends alone take nothing away that was named. */
        private boolean wasChanged(PartitionId partition, Optional<Item> before) {
            return !items.get(Head.key(partition)).map(Run::structure).equals(before.map(Run::structure));
        }

        private static List<Optional<Value>> structure(Item head) {
            return Stream.of(Head.LOW, Head.SEALED, Head.MERGED)
                    .map(path -> head.attribute(path.attribute()))
                    .toList();
        }

        private boolean isLive(Topic topic) {
            ItemKey key = TopicItem.key(topic.name());
            return items.get(key)
                    .map(item -> TopicItem.decode(key, item).topic())
                    .filter(found -> found.id().equals(topic.id()) && !found.deleting())
                    .isPresent();
        }

        void dueEntry(ItemPage.Entry entry) {
            findings.decoded(entry.key().sort(), () -> Due.decode(entry.key(), entry.item()));
        }

        void transaction(ItemPage.Entry entry) {
            findings.decoded(entry.key().sort(), () -> TransactionItem.decode(entry.key(), entry.item()));
        }

        void purgeEntry(ItemPage.Entry entry) {
            findings.decoded(entry.key().sort(), () -> PurgeEntry.decode(entry.key(), entry.item()));
        }

        void lastRun(Item item) {
            findings.decoded("last run", () -> LastRun.decode(item));
        }

        void sweepCursor(Item item) {
            findings.decoded("sweep cursor", () -> SweepCursor.decode(item));
        }
    }
}

package io.tidemark.maintenance;

import io.tidemark.layout.Due;
import io.tidemark.layout.DueEntry;
import io.tidemark.layout.DueTransaction;
import io.tidemark.layout.Head;
import io.tidemark.partition.FanOut;
import io.tidemark.partition.Heads;
import io.tidemark.partition.Tails;
import io.tidemark.partition.TopicReader;
import io.tidemark.record.Deadline;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicName;
import io.tidemark.transaction.Markers;
import io.tidemark.transaction.Transactions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of the scheduled maintenance over what is due. Several runs may overlap; each step's commit sorts out who was
 * first. Thread-safe.
 */
public final class Maintenance {
    /** A run that is older commits nothing more: what it knows may be out of date. */
    public static final Duration MAX_RUN_TIME = Duration.ofMinutes(15);

    /** Until then something new may be begun: what was begun has a minute at least to be committed. */
    private static final Duration MAX_BUDGET = MAX_RUN_TIME.minusMinutes(1);

    /** The fifth part of a run's time is for what is not of one partition, however much is due. */
    private static final int PARTS_OF_TIME = 5;

    /** How often a step that has more to do is run again for one partition in one run. */
    private static final int MAX_ROUNDS = 1_000;

    /**
     * Steps that take away what tells that the index is to be rebuilt: they wait until that is done, and bring it
     * about where they are asked for alone.
     */
    private static final Set<StepName> BEHIND_THE_INDEX = Set.of(StepName.REMOVE, StepName.MERGE);

    private static final Logger LOG = LoggerFactory.getLogger(Maintenance.class);

    private final DueQueue queue;
    private final TopicReader topics;
    private final Heads heads;
    private final Steps steps;
    private final EndTransactions transactions;
    private final GlobalSteps globals;
    private final RunTimes times;
    private final Environment environment;
    private final int parallel;

    public Maintenance(ObjectStore objects, ItemStore items, Environment environment) {
        this(objects, items, environment, MaintenanceSettings.USUAL);
    }

    public Maintenance(ObjectStore objects, ItemStore items, Environment environment, MaintenanceSettings settings) {
        this.queue = new DueQueue(items);
        this.topics = new TopicReader(items, environment.clock());
        this.heads = new Heads(items);
        this.steps = new Steps(objects, items, environment, settings);
        Markers markers = new Markers(topics, new Tails(items, environment), environment);
        this.transactions = new EndTransactions(queue, new Transactions(items, markers, environment).overdue());
        this.globals = new GlobalSteps(objects, items, environment, settings.sweepGrace());
        this.times = new RunTimes(items);
        this.environment = environment;
        this.parallel = settings.parallel();
    }

    /** Handles what is due, or what is named, as long as the time lasts. */
    public MaintenanceReport run(MaintenanceRequest request) {
        Instant begin = environment.clock().instant();
        Duration time = request.budget().compareTo(MAX_BUDGET) < 0 ? request.budget() : MAX_BUDGET;
        Instant end = begin.plus(time);
        Instant partitionsEnd = request.isScheduled() ? end.minus(time.dividedBy(PARTS_OF_TIME)) : end;
        Run run = new Run(begin, partitionsEnd, request.steps(), steps.until(new Deadline(begin.plus(MAX_RUN_TIME))));
        Optional<Duration> sinceLastRun = request.isScheduled() ? times.begin(begin) : Optional.empty();
        if (request.topics().isEmpty()) {
            List<Due> due = due(begin, run.tally);
            run.handleTransactions(due);
            FanOut.map(environment.executor(), shares(due), run::handleShare).forEach(run.tally::add);
            globals.run(begin, request.steps(), run.tally, () -> isOver(end));
        } else {
            request.topics().forEach(run::handleAll);
        }
        return run.tally.report(begin, sinceLastRun, environment.clock().instant());
    }

    /** What is due in any shard, oldest first; one that cannot be read keeps no other one back. */
    private List<Due> due(Instant now, Tally tally) {
        List<Due> due = new ArrayList<>();
        for (int shard = 0; shard < DueEntry.SHARDS; shard++) {
            try {
                due.addAll(queue.due(shard, now, (key, e) -> {
                    LOG.error("unreadable due entry, key={}", key, e);
                    tally.failed("due entry " + key.sort() + ": " + e.getMessage());
                }));
            } catch (RuntimeException e) {
                LOG.error("a shard of the queue cannot be read, shard={}", shard, e);
                tally.failed("shard " + shard + " of the queue: " + e.getMessage());
            }
        }
        due.sort(Comparator.comparing(Due::at));
        return due;
    }

    private boolean isOver(Instant end) {
        return !environment.clock().instant().isBefore(end);
    }

    /** The partitions that are due, spread by their shards over as many threads as may be at work. */
    private List<List<DueEntry>> shares(List<Due> due) {
        Map<Integer, List<DueEntry>> shares = new TreeMap<>();
        for (Due entry : due) {
            if (entry instanceof DueEntry partition) {
                int share = Math.floorMod(partition.key().partition().hashCode(), parallel);
                shares.computeIfAbsent(share, any -> new ArrayList<>()).add(partition);
            }
        }
        return List.copyOf(shares.values());
    }

    /** One run; used by one thread. */
    private final class Run {
        private final Instant begin;
        private final Instant end;
        private final Set<StepName> only;
        private final List<Step> steps;
        private final Tally tally = new Tally();

        Run(Instant begin, Instant end, Set<StepName> only, List<Step> steps) {
            this.begin = begin;
            this.end = end;
            this.only = only;
            this.steps = steps;
        }

        /** Every partition of a topic, as if it were due. */
        void handleAll(TopicName name) {
            Optional<Topic> topic = Optional.empty();
            try {
                topic = topics.fresh(name);
            } catch (RuntimeException e) {
                LOG.error("a topic cannot be read, topic={}", name, e);
                tally.failed(name, -1, Optional.empty(), String.valueOf(e.getMessage()));
                return;
            }
            if (topic.isEmpty()) {
                tally.failed(name, -1, Optional.empty(), "there is no such topic");
                return;
            }
            for (int partition = 0; partition < topic.get().partitionCount(); partition++) {
                handle(new DueEntry(name, topic.get().partition(partition), begin));
            }
        }

        /** Before any partition: they hold readers back. */
        void handleTransactions(List<Due> due) {
            for (Due entry : due) {
                if (entry instanceof DueTransaction transaction) {
                    handle(transaction);
                }
            }
        }

        /** Some of the partitions, as a thread of its own does; what became of them. */
        Tally handleShare(List<DueEntry> share) {
            Run run = new Run(begin, end, only, steps);
            share.forEach(run::handle);
            return run.tally;
        }

        void handle(DueTransaction entry) {
            if (isOver()) {
                tally.leftDue();
            } else if (only.isEmpty() || only.contains(StepName.END_TRANSACTIONS)) {
                transactions.handle(entry, begin, tally);
            }
        }

        /** Whatever goes wrong with one partition leaves the others alone, and it stays due. */
        void handle(DueEntry entry) {
            if (isOver()) {
                tally.leftDue();
                return;
            }
            tally.visited();
            try {
                maintain(entry);
            } catch (RuntimeException e) {
                LOG.error("maintenance failed, topic={} partition={}", entry.topic(), entry.partition(), e);
                tally.failed(entry, Optional.empty(), String.valueOf(e.getMessage()));
                putBack(entry);
            }
        }

        private void putBack(DueEntry entry) {
            try {
                queue.putBack(entry, begin);
            } catch (RuntimeException e) {
                LOG.warn(
                        "a partition stays where it is in the queue, topic={} partition={}",
                        entry.topic(),
                        entry.partition().partition(),
                        e);
            }
        }

        private boolean isOver() {
            return Maintenance.this.isOver(end);
        }

        private void maintain(DueEntry entry) {
            Optional<Topic> topic = topics.fresh(entry.topic())
                    .filter(found -> found.id().equals(entry.partition().topic()));
            Optional<Head> head = topic.flatMap(found -> heads.read(entry.partition()));
            if (head.isEmpty()) {
                // the topic is deleted; its purge entry removes what is left
                queue.replace(entry, Optional.empty());
                return;
            }
            Job job = new Job(topic.get(), entry.partition(), head.get(), begin, end);
            Optional<Instant> next = Optional.empty();
            boolean clean = true;
            boolean indexPending = false;
            for (Step step : steps) {
                if (isWanted(step.name()) && !(indexPending && BEHIND_THE_INDEX.contains(step.name()))) {
                    StepRun done = run(step, job, entry);
                    job = done.job();
                    clean &= done.clean();
                    indexPending |= step.name() == StepName.REBUILD_INDEX && !done.clean();
                    next = earlier(next, done.next());
                }
            }
            if (!clean) {
                queue.putBack(entry, begin);
            } else if (only.isEmpty()) {
                // a run of some steps cannot tell when the others are due
                queue.replace(entry, next);
            }
        }

        private boolean isWanted(StepName step) {
            return only.isEmpty()
                    || only.contains(step)
                    || (step == StepName.REBUILD_INDEX
                            && BEHIND_THE_INDEX.stream().anyMatch(only::contains));
        }

        private StepRun run(Step step, Job first, DueEntry entry) {
            Job job = first;
            try {
                for (int round = 0; round < MAX_ROUNDS && !isOver(); round++) {
                    StepOutcome outcome = step.run(job);
                    if (outcome instanceof StepOutcome.Idle idle) {
                        idle.waitingSince().ifPresent(tally::waiting);
                        return new StepRun(job, idle.next(), true);
                    }
                    if (outcome instanceof StepOutcome.Skipped skipped) {
                        tally.skipped(entry, step.name(), skipped.reason());
                        return new StepRun(job, Optional.empty(), false);
                    }
                    if (outcome instanceof StepOutcome.Unfinished) {
                        return new StepRun(job, Optional.empty(), false);
                    }
                    StepOutcome.Done done = (StepOutcome.Done) outcome;
                    tally.done(step.name());
                    job = job.with(done.head());
                    if (!done.more()) {
                        return new StepRun(job, Optional.empty(), true);
                    }
                }
                return new StepRun(job, Optional.empty(), false);
            } catch (RunTooOldException e) {
                tally.tooOld(entry, step.name(), e);
                return new StepRun(job, Optional.empty(), false);
            } catch (RuntimeException e) {
                if (wasMoved(job)) {
                    tally.skipped(entry, step.name(), "its plan was overtaken: " + e.getMessage());
                    return new StepRun(job, Optional.empty(), false);
                }
                LOG.error(
                        "maintenance failed, topic={} partition={} step={}",
                        entry.topic(),
                        entry.partition().partition(),
                        step.name().text(),
                        e);
                tally.failed(entry, Optional.of(step.name()), String.valueOf(e.getMessage()));
                return new StepRun(job, Optional.empty(), false);
            }
        }
    }

    /** Whether somebody has moved what the job's head names: then it may be missing where the job looks for it. */
    private boolean wasMoved(Job job) {
        try {
            Optional<Head> now = heads.read(job.partition());
            return !now.map(Maintenance::moved).equals(Optional.of(moved(job.head())));
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** What changes where something is removed; appends and seals only add. */
    private static List<Long> moved(Head head) {
        Head.Offsets offsets = head.offsets();
        return List.of(
                offsets.low(),
                offsets.merged(),
                offsets.cleaned(),
                head.sealedMax().indexVersion());
    }

    /**
     * What became of one step of one partition.
     *
     * @param clean whether nothing of it is left for the next run
     */
    private record StepRun(Job job, Optional<Instant> next, boolean clean) {}

    private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.or(() -> other);
        }
        return one.get().isBefore(other.get()) ? one : other;
    }
}

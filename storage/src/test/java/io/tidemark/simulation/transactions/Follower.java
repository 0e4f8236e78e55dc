package io.tidemark.simulation.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.log.ListedOffset;
import io.tidemark.record.Answer;
import io.tidemark.record.LogRecord;
import io.tidemark.record.StoredBatch;
import io.tidemark.simulation.CommittedReader;
import io.tidemark.simulation.World;
import io.tidemark.simulation.run.LogProcess;
import io.tidemark.simulation.run.Reading;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Follows one partition, and goes back at times; others work between the calls of each fetch. Used by one thread. */
final class Follower implements Runnable {
    private static final int FETCHES = 45;
    private static final int MAX_SIZE_BYTES = 1_500;
    private static final long LATEST = -1;

    private final LogProcess process;
    private final PartitionModel partition;
    private final int number;
    private final IsolationLevel isolation;
    private final Random random;
    private final Reading reading;

    Follower(LogProcess process, Model model, int partition, IsolationLevel isolation, Random random) {
        this.process = process;
        this.partition = model.partition(partition);
        this.number = partition;
        this.isolation = isolation;
        this.random = random;
        this.reading = new Reading(process);
    }

    @Override
    public void run() {
        for (int i = 0; i < FETCHES; i++) {
            if (random.nextInt(8) == 0) {
                askLatest();
            }
            if (random.nextInt(5) == 0) {
                long next = reading.next();
                long low = Math.min(next, partition.now().low());
                reading.moveTo(random.nextBoolean() ? low : low + random.nextLong(next - low + 1));
            }
            fetch();
        }
    }

    private void fetch() {
        int mark = partition.mark();
        int sizeBytes = 1 + random.nextInt(MAX_SIZE_BYTES);
        reading.fetch((log, next) -> log.fetch(Model.request(number, next, sizeBytes, isolation)))
                .ifPresent(fetched -> read(fetched, mark));
    }

    private void read(Fetched fetched, int mark) {
        assertThat(partition.during(mark))
                .contains(new PartitionModel.Moment(
                        fetched.logStartOffset(), fetched.highWatermark(), fetched.lastStableOffset()));
        long end = committed() ? fetched.lastStableOffset() : fetched.highWatermark();
        long next = reading.next();
        long reached = next;
        for (StoredBatch batch : fetched.batches()) {
            assertThat(batch.baseOffset()).as("nothing is skipped").isLessThanOrEqualTo(reached);
            assertThat(batch.lastOffset()).as("each batch is new").isBetween(reached, end - 1);
            reached = batch.lastOffset() + 1;
        }
        assertThat(fetched.nextOffset()).isEqualTo(reached);
        assertThat(reached).as("reading goes on").isGreaterThan(next < end ? next : next - 1);
        assertThat(records(fetched, next))
                .as("records of %d from %d to %d", number, next, reached)
                .isEqualTo(partition.records(next, reached, committed()));
        reading.moveTo(reached);
    }

    private List<String> records(Fetched fetched, long next) {
        List<LogRecord> records = committed()
                ? CommittedReader.shown(fetched, next)
                : fetched.batches().stream()
                        .filter(batch -> !batch.isControl())
                        .flatMap(batch -> batch.records().stream())
                        .filter(found -> found.offset() >= next)
                        .toList();
        return records.stream().map(PartitionModel::shown).toList();
    }

    private void askLatest() {
        int mark = partition.mark();
        Optional<Answer<ListedOffset>> answer = process.ask(log -> log.listOffsets(new ListOffsetsRequest(
                        isolation,
                        false,
                        List.of(new ListOffsetsRequest.Entry(World.partition(number), LATEST, Optional.empty()))))
                .get(0));
        if (answer.isPresent() && answer.get() instanceof Answer.Given<ListedOffset> given) {
            assertThat(partition.during(mark).stream().map(moment -> committed() ? moment.stable() : moment.high()))
                    .contains(given.value().offset().orElseThrow());
            return;
        }
        assertThat(process.wasFaulty()).as("%s", answer).isTrue();
    }

    private boolean committed() {
        return isolation == IsolationLevel.READ_COMMITTED;
    }
}

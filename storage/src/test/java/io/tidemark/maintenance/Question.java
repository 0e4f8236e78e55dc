package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.log.FetchAnswer;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.log.ListedOffset;
import io.tidemark.record.KafkaError;
import io.tidemark.record.LogRecord;
import io.tidemark.record.StoredBatch;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Something to be asked of a {@link MovingLog}, whose answer is checked against scans. */
sealed interface Question {
    /** One of every kind: in the segment, in the pages, in the tail, at their edges, and nowhere. */
    static List<Question> all(MovingLog log) {
        long high = log.offsets().high();
        List<Question> questions = new ArrayList<>(List.of(
                new Lookup(-1),
                new Lookup(-2),
                new Lookup(-3),
                new Lookup(0),
                new Lookup(log.timestampMs(MovingLog.LOG_START)),
                new Lookup(log.timestampMs(MovingLog.PAGED) + 1),
                new Lookup(log.timestampMs(high - 2)),
                new Lookup(log.timestampMs(log.scanMaximum(MovingLog.PAGED).orElseThrow())),
                new Lookup(log.timestampMs(log.scanMaximum(0).orElseThrow()))));
        for (long offset : new long[] {MovingLog.LOG_START, MovingLog.PAGED - 1, MovingLog.PAGED + 50, high - 1}) {
            questions.add(new Read(offset));
        }
        return questions;
    }

    /** Asks, and checks the answer: it is that of a scan at a moment while it was asked. */
    void ask(MovingLog log, Tidemark tidemark, String where);

    /** @param timestamp or one of Kafka's targets */
    record Lookup(long timestamp) implements Question {
        @Override
        public void ask(MovingLog log, Tidemark tidemark, String where) {
            long lowBefore = log.offsets().low();
            ListedOffset answer = SweepWorld.given(tidemark.listOffsets(new ListOffsetsRequest(
                            IsolationLevel.READ_UNCOMMITTED,
                            false,
                            List.of(new ListOffsetsRequest.Entry(
                                    new TopicPartition(log.topic.name(), 0), timestamp, Optional.empty()))))
                    .get(0));
            long lowAfter = log.offsets().low();
            assertThat(answer.offset())
                    .as("%s, %s", this, where)
                    .isIn(expected(log, lowBefore), expected(log, lowAfter));
            if (timestamp >= 0) {
                assertThat(answer.timestampMs()).isEqualTo(answer.offset().map(log::timestampMs));
            }
        }

        private Optional<Long> expected(MovingLog log, long low) {
            if (timestamp == -1) {
                return Optional.of(log.offsets().high());
            }
            if (timestamp == -2) {
                return Optional.of(low);
            }
            return timestamp == -3 ? log.scanMaximum(low) : log.scan(low, timestamp);
        }
    }

    /** Reads on from an offset. */
    record Read(long offset) implements Question {
        private static final int SIZE_BYTES = 2_000;

        @Override
        public void ask(MovingLog log, Tidemark tidemark, String where) {
            FetchAnswer answer = tidemark.fetch(new FetchRequest(
                    new TopicPartition(log.topic.name(), 0),
                    offset,
                    SIZE_BYTES,
                    IsolationLevel.READ_UNCOMMITTED,
                    Duration.ZERO,
                    Optional.empty()));
            if (answer instanceof FetchAnswer.OutOfRange out) {
                assertThat(out.refusal().error()).isEqualTo(KafkaError.OFFSET_OUT_OF_RANGE);
                assertThat(offset)
                        .as("%s, %s", this, where)
                        .isLessThan(log.offsets().low());
                return;
            }
            assertThat(answer).as("%s, %s", this, where).isInstanceOf(Fetched.class);
            checkRecords(log, ((Fetched) answer).batches(), where);
        }

        private void checkRecords(MovingLog log, List<StoredBatch> batches, String where) {
            assertThat(batches).as("%s, %s", this, where).isNotEmpty();
            long next = offset - offset % MovingLog.RECORDS_A_BATCH;
            for (StoredBatch batch : batches) {
                for (LogRecord record : batch.verified().records()) {
                    assertThat(record.offset()).as("%s, %s", this, where).isEqualTo(next);
                    assertThat(record.timestampMs()).isEqualTo(log.timestampMs(next));
                    next++;
                }
            }
        }
    }
}

package io.tidemark.produce;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.BatchReference.Kind;
import io.tidemark.layout.Head;
import io.tidemark.layout.ObjectId;
import io.tidemark.layout.Transactions;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.producer.ProducerState;
import io.tidemark.record.Bytes;
import io.tidemark.store.ItemSize;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicId;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a head may hold at most is far from what an item may be, so no append is ever refused for that. */
final class HeadSizeTest {
    private static final PartitionId PARTITION =
            new PartitionId(TopicId.parse("0f8fad5b-d9cb-469f-a165-70867728950e"), Integer.MAX_VALUE);
    private static final long FAR = Long.MAX_VALUE - AppendPlan.MAX_PRODUCERS;
    private static final BatchReference LONGEST = new BatchReference(
            new ObjectId(Bytes.wrap(new byte[ObjectId.SIZE_BYTES])),
            BatchReference.MAX_ATTEMPT,
            Kind.TRANSACTIONAL,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            Long.MAX_VALUE);

    @Test
    void theFullestHeadIsBelowTwoThirdsOfAnItem() {
        assertThat(LONGEST.packed().size()).isEqualTo(BatchReference.MAX_PACKED_SIZE_BYTES);
        assertThat(sizeBytes(0)).isLessThan(ItemSize.MAX_ITEM_BYTES * 2L / 3);
    }

    /** Maintenance drops them when they are ten minutes old: so many replies have to get lost in that time. */
    @Test
    void beforeAHeadIsFullOfClosedAttemptsThousandsOfRepliesAreLost() {
        assertThat(sizeBytes(3_000)).isLessThan(ItemSize.MAX_ITEM_BYTES);
    }

    /** Every producer that there may be, each with a transaction that is being aborted, behind a full tail. */
    private static long sizeBytes(int closedAttempts) {
        Map<Long, ProducerState> producers = new HashMap<>();
        Map<ProducerEpoch, Long> open = new HashMap<>();
        ProducerState.Batch batch = new ProducerState.Batch(Integer.MAX_VALUE, Long.MAX_VALUE);
        for (long id = FAR; id < FAR + AppendPlan.MAX_PRODUCERS; id++) {
            producers.put(
                    id,
                    new ProducerState(
                            Short.MAX_VALUE,
                            Integer.MAX_VALUE,
                            Long.MAX_VALUE,
                            Collections.nCopies(ProducerState.MAX_BATCHES, batch)));
            open.put(new ProducerEpoch(id, Short.MAX_VALUE), Long.MAX_VALUE);
        }
        Map<String, Long> closed = new HashMap<>();
        for (int i = 0; i < closedAttempts; i++) {
            closed.put("%s-%05d".formatted(LONGEST.object().ulid(), i), Long.MAX_VALUE);
        }
        Head fullest = new Head(
                new Head.Offsets(FAR, FAR, FAR, FAR, FAR),
                Collections.nCopies(AppendPlan.MAX_TAIL_LENGTH, LONGEST),
                new Head.SealedMax(FAR, FAR, FAR),
                FAR,
                FAR,
                producers,
                closed,
                new Transactions(open, open));
        return ItemSize.bytes(Head.key(PARTITION), fullest.encode());
    }
}

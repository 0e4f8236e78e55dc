package io.tidemark.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.Page;
import io.tidemark.layout.Segment;
import io.tidemark.layout.Segment.Block;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with objects, batches, blocks and the time index is found. */
final class ContentAuditTest extends AuditedStore {
    @Test
    void aMissingObjectOfATailOfAPageAndOfASegmentAreFound() {
        List<BatchReference> tail = world.head(partition).tail();
        List<BatchReference> page = page().references();
        world.store
                .objects()
                .delete(List.of(
                        tail.get(3).object().objectKey(),
                        page.get(0).object().objectKey(),
                        segment().objectKey(partition)));

        assertThat(world.audit(QUICK).findings())
                .allMatch(finding -> finding.rule() == Rule.OBJECT_IS_THERE)
                .extracting(Finding::where)
                .containsExactly("orders-0 segment 0", "orders-0 offset 40", "orders-0 offset 59");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void aSegmentObjectOfAnotherLengthIsFound(int bytes) {
        change(segment().objectKey(partition), content -> {
            byte[] changed = new byte[content.length + bytes];
            System.arraycopy(content, 0, changed, 0, Math.min(content.length, changed.length));
            return changed;
        });
        assertFound(QUICK, Rule.OBJECT_IS_THERE, "orders-0 segment 0");
    }

    @Test
    void aBatchObjectThatEndsEarlyIsFound() {
        change(page().references().get(1).object().objectKey(), content -> Arrays.copyOf(content, 30));
        assertFound(QUICK, Rule.OBJECT_IS_THERE, "orders-0 offset 41");
    }

    @Test
    void aFlippedBitIsFoundWhenEveryByteIsRead() {
        change(page().references().get(2).object().objectKey(), AuditedStore::flipLast);
        change(segment().objectKey(partition), AuditedStore::flipLast);

        assertThat(world.audit(QUICK).findings()).isEmpty();
        assertThat(world.audit(DEEP).findings())
                .allMatch(finding -> finding.rule() == Rule.BATCH_IS_SOUND)
                .extracting(Finding::where)
                .containsExactly("orders-0 block 0", "orders-0 offset 42");
    }

    @Test
    void aReferenceThatTellsOfAnotherBatchIsFound() {
        List<BatchReference> references = new ArrayList<>(page().references());
        BatchReference other = references.get(3);
        references.set(
                3,
                new BatchReference(
                        other.object(), 0, other.kind(), 0, other.sizeBytes(), other.lastOffsetDelta(), 1_042));
        items.put(Page.key(partition, MERGED), new Page(MERGED, references).encode(), List.of());

        assertFound(DEEP, Rule.BATCH_IS_SOUND, "orders-0 offset 43");
    }

    @Test
    void blocksThatTellOfAnotherSegmentAreFound() {
        Segment segment = segment();
        Block block = segment.blocks().get(0);
        for (Block wrong : List.of(
                new Block(1, 0, block.maxTimestampMs()),
                new Block(0, 0, block.maxTimestampMs() - 1),
                new Block(0, 0, block.maxTimestampMs() + 1))) {
            putSegment(new Segment(0, MERGED - 1, segment.object(), segment.sizeBytes(), 5, List.of(wrong)));
            String key = segment.objectKey(partition);
            copy(key, segment().objectKey(partition));
            assertThat(world.audit(DEEP).findings())
                    .as("%s", wrong)
                    .extracting(Finding::rule)
                    .contains(Rule.SEGMENT_IS_SOUND);
        }
    }

    @Test
    void blocksOutOfOrderAreFound() {
        Segment segment = segment();
        putSegment(new Segment(
                0,
                MERGED - 1,
                segment.object(),
                segment.sizeBytes(),
                5,
                List.of(new Block(0, 0, 5), new Block(0, 10, 5), new Block(0, 10, 5))));
        assertFound(QUICK, Rule.SEGMENT_IS_SOUND, "orders-0 segment 0");
    }

    @Test
    void aFalseIndexEntryIsFoundWhereABatchBeliesIt() {
        putEntry(new IndexEntry(5_000, 50, 1_048, 0));
        assertFound(QUICK, Rule.INDEX_IS_TRUE, "orders-0 offset 49");
        putEntry(new IndexEntry(5_000, 50, 1_049, 0));
        assertThat(world.audit(DEEP).findings()).as("true").isEmpty();
        putEntry(new IndexEntry(5_000, 50, 1_048, 50));
        assertThat(world.audit(DEEP).findings()).as("it says nothing").isEmpty();
        putEntry(new IndexEntry(5_000, 39, 1_037, 0));
        assertThat(world.audit(QUICK).findings()).as("within a block").isEmpty();
        assertFound(DEEP, Rule.INDEX_IS_TRUE, "orders-0 offset 38");
        putEntry(new IndexEntry(5_000, 59, 1_057, 0));
        assertFound(QUICK, Rule.INDEX_IS_TRUE, "orders-0 offset 58");
    }
}

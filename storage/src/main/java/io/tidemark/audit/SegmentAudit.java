package io.tidemark.audit;

import io.tidemark.layout.Segment;
import io.tidemark.layout.Segment.Block;
import io.tidemark.record.Bytes;
import io.tidemark.record.CorruptBatchException;
import io.tidemark.record.KafkaError;
import io.tidemark.record.StoredBatch;
import io.tidemark.store.ObjectStore;
import java.util.List;
import java.util.Optional;

/** Checks segments, one block in memory at a time. Used by one thread. */
final class SegmentAudit {
    private final ObjectStore objects;
    private final String where;
    private final Findings findings;

    SegmentAudit(ObjectStore objects, String where, Findings findings) {
        this.objects = objects;
        this.where = where;
        this.findings = findings;
    }

    /** Checks the blocks as the item tells of them; when deep, against the object, byte for byte. */
    void check(PartitionAudit.Subject subject, Segment segment, Truths truths, boolean deep) {
        String place = where + " segment " + segment.beginOffset();
        List<Block> blocks = segment.blocks();
        if (!areInOrder(segment)) {
            findings.add(Rule.SEGMENT_IS_SOUND, place, "its blocks are not in order");
            return;
        }
        String key = segment.objectKey(subject.partition());
        if (!blocks.isEmpty() && !hasLength(key, segment.sizeBytes(), place)) {
            return;
        }
        for (int i = 0; i < blocks.size(); i++) {
            findings.sawBatch();
            Extent extent = Extent.of(segment, i);
            if (deep) {
                checkBlock(subject, key, extent, truths);
            } else {
                truths.index()
                        .observe(
                                extent.block().baseOffset(),
                                extent.lastOffset(),
                                extent.block().maxTimestampMs());
            }
        }
    }

    /** A block with its ends: the first byte behind it, and its last offset. */
    private record Extent(Block block, long end, long lastOffset) {
        static Extent of(Segment segment, int number) {
            boolean last = number + 1 == segment.blocks().size();
            Block block = segment.blocks().get(number);
            return last
                    ? new Extent(block, segment.sizeBytes(), segment.lastOffset())
                    : new Extent(
                            block,
                            segment.blocks().get(number + 1).position(),
                            segment.blocks().get(number + 1).baseOffset() - 1);
        }
    }

    private static boolean areInOrder(Segment segment) {
        List<Block> blocks = segment.blocks();
        for (int i = 0; i < blocks.size(); i++) {
            Extent extent = Extent.of(segment, i);
            boolean begins = i > 0 || blocks.get(0).position() == 0;
            if (!begins
                    || extent.end() <= blocks.get(i).position()
                    || extent.lastOffset() < blocks.get(i).baseOffset()) {
                return false;
            }
        }
        return true;
    }

    /** Asked for its last byte and one more, an object of the right length gives one. */
    private boolean hasLength(String key, long sizeBytes, String place) {
        Optional<Bytes> end = objects.get(key, sizeBytes - 1, 2);
        if (end.isPresent() && end.get().size() == 1) {
            return true;
        }
        String detail = end.isEmpty() ? " is missing" : end.get().isEmpty() ? " ends early" : " is too long";
        findings.add(Rule.OBJECT_IS_THERE, place, "object " + key + detail);
        return false;
    }

    private void checkBlock(PartitionAudit.Subject subject, String key, Extent extent, Truths truths) {
        Block block = extent.block();
        String place = where + " block " + block.baseOffset();
        int sizeBytes = Math.toIntExact(extent.end() - block.position());
        Optional<Bytes> read = objects.get(key, block.position(), sizeBytes);
        if (read.isEmpty() || read.get().size() < sizeBytes) {
            findings.add(Rule.OBJECT_IS_THERE, place, "object " + key + " ends early");
            return;
        }
        try {
            Seen seen = readBlock(read.get(), truths);
            if (seen.first() != block.baseOffset()
                    || seen.last() > extent.lastOffset()
                    || seen.maxTimestampMs() != block.maxTimestampMs()
                    || (subject.isDense() && (seen.gap() || seen.last() != extent.lastOffset()))) {
                findings.add(Rule.SEGMENT_IS_SOUND, place, "its item tells of " + block + ", it holds " + seen);
            }
        } catch (CorruptBatchException e) {
            findings.add(Rule.BATCH_IS_SOUND, place, String.valueOf(e.getMessage()));
        }
    }

    /**
     * What a block holds.
     *
     * @param gap whether two of its batches do not follow each other
     */
    private record Seen(long first, long last, long maxTimestampMs, boolean gap) {
        Seen with(StoredBatch batch) {
            return new Seen(
                    first,
                    batch.lastOffset(),
                    Math.max(maxTimestampMs, batch.maxTimestampMs()),
                    gap || batch.baseOffset() != last + 1);
        }
    }

    private static Seen readBlock(Bytes block, Truths truths) {
        StoredBatch first = batchAt(block, 0);
        Seen seen = new Seen(first.baseOffset(), first.baseOffset() - 1, -1, false);
        for (int position = 0; position < block.size(); ) {
            StoredBatch batch = batchAt(block, position);
            if (batch.baseOffset() <= seen.last()) {
                throw corrupt("the batch at offset " + batch.baseOffset() + " comes behind offset " + seen.last());
            }
            BatchAudit.checkRecords(batch);
            truths.transactions().observe(batch);
            truths.index().observe(batch.baseOffset(), batch.baseOffset(), batch.maxTimestampMs());
            seen = seen.with(batch);
            position += batch.sizeBytes();
        }
        return seen;
    }

    private static StoredBatch batchAt(Bytes block, int position) {
        Bytes rest = block.slice(position, block.size() - position);
        if (rest.size() < Long.BYTES) {
            throw corrupt("a rest of " + rest.size() + " bytes");
        }
        return StoredBatch.at(rest.asByteBuffer().getLong(0), rest);
    }

    private static CorruptBatchException corrupt(String detail) {
        return new CorruptBatchException(KafkaError.CORRUPT_MESSAGE, detail);
    }
}

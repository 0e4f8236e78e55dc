package io.tidemark.layout;

import java.util.ArrayList;
import java.util.List;

/**
 * A batch reference with its place in the log.
 *
 * @param baseOffset the offset of the batch's first record
 */
public record PlacedReference(long baseOffset, BatchReference reference) {

    public long lastOffset() {
        return baseOffset + reference.lastOffsetDelta();
    }

    public long maxTimestampMs() {
        return reference.maxTimestampMs();
    }

    /** References that follow each other without a gap, from the first one's base offset on. */
    static List<PlacedReference> placeAll(long baseOffset, List<BatchReference> references) {
        List<PlacedReference> placed = new ArrayList<>(references.size());
        long next = baseOffset;
        for (BatchReference reference : references) {
            PlacedReference here = new PlacedReference(next, reference);
            placed.add(here);
            next = here.lastOffset() + 1;
        }
        return placed;
    }
}

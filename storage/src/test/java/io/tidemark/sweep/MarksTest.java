package io.tidemark.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.layout.ObjectId;
import io.tidemark.record.Bytes;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class MarksTest {
    private final Random random = new Random(21);

    @Test
    void aMarkedIdIsContainedAndAnotherIsNot() {
        Marks marks = new Marks(10_000, 0, ObjectId.SLICES);
        List<ObjectId> marked = ids(5_000);
        marked.forEach(marks::add);

        assertThat(marked).allMatch(marks::contains);
        assertThat(ids(5_000)).noneMatch(marks::contains);
        assertThat(marks.toSlice()).isEqualTo(ObjectId.SLICES);
    }

    @Test
    void whatIsMarkedTwiceTakesOnePlace() {
        Marks marks = new Marks(4, 0, ObjectId.SLICES);
        List<ObjectId> three = ids(3);
        for (int i = 0; i < 100; i++) {
            three.forEach(marks::add);
        }

        assertThat(marks.toSlice()).isEqualTo(ObjectId.SLICES);
        assertThat(three).allMatch(marks::contains);
    }

    @Test
    void tooManyMarksLeaveTheLowerSlicesWhole() {
        Marks marks = new Marks(1_000, 0, ObjectId.SLICES);
        List<ObjectId> marked = ids(5_000);
        marked.forEach(marks::add);

        assertThat(marks.toSlice()).isBetween(1, ObjectId.SLICES / 4);
        assertThat(marked).allMatch(id -> marks.isJudged(id) == (id.slice() < marks.toSlice()));
        assertThat(marked.stream().filter(marks::isJudged)).isNotEmpty().allMatch(marks::contains);
    }

    @Test
    void onlyTheGivenSlicesAreJudged() {
        Marks marks = new Marks(10, 3, 5);
        for (int slice = 2; slice <= 5; slice++) {
            marks.add(inSlice(slice));
        }

        assertThat(marks.isJudged(inSlice(2))).isFalse();
        assertThat(marks.isJudged(inSlice(3))).isTrue();
        assertThat(marks.isJudged(inSlice(4))).isTrue();
        assertThat(marks.isJudged(inSlice(5))).isFalse();
        assertThat(marks.contains(inSlice(4))).isTrue();
    }

    @Test
    void oneSliceThatDoesNotFitIsAnError() {
        Marks marks = new Marks(100, 7, 8);
        for (int i = 0; i < 100; i++) {
            marks.add(inSlice(7, i));
        }

        assertThatThrownBy(() -> marks.add(inSlice(7, 100)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("more than 100");
    }

    private List<ObjectId> ids(int count) {
        List<ObjectId> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(ObjectId.create(Instant.ofEpochMilli(i), random));
        }
        return ids;
    }

    private static ObjectId inSlice(int slice) {
        return inSlice(slice, 0);
    }

    private static ObjectId inSlice(int slice, int number) {
        ByteBuffer bytes = ByteBuffer.allocate(ObjectId.SIZE_BYTES).putLong(1).putLong((long) number << 8 | slice);
        return new ObjectId(Bytes.copyOf(bytes.flip()));
    }
}

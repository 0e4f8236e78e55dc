package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ObjectIdTest {
    private static final ObjectId ID = new ObjectId(GoldenItem.bytes("018bcfe569c8f6f7f8f9fafbfcfdfeff"));

    @Test
    void objectKeyIsTheGoldenOne() {
        assertThat(ID.timeMs()).isEqualTo(1_700_000_000_456L);
        assertThat(ID.ulid()).isEqualTo("01hf7yate8yvvzhyftzfyfvzqz");
        assertThat(ID.objectKey()).isEqualTo("data/ff/01hf7yate8yvvzhyftzfyfvzqz");
    }

    @Test
    void timeComesFromTheClockAndTheRestFromTheRandomSource() {
        Instant now = Instant.ofEpochMilli(1_700_000_000_789L);
        byte[] expected = new byte[10];
        new Random(3).nextBytes(expected);

        ObjectId id = ObjectId.create(now, new Random(3));

        assertThat(id.timeMs()).isEqualTo(1_700_000_000_789L);
        assertThat(id.bytes().slice(6, 10)).isEqualTo(Bytes.wrap(expected));
    }

    @Test
    void textSortsAsBytesAndAsTimesDo() {
        Random random = new Random(11);
        List<ObjectId> ids = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            ids.add(ObjectId.create(Instant.ofEpochMilli(random.nextLong() >>> (16 + random.nextInt(40))), random));
        }

        List<ObjectId> byText =
                ids.stream().sorted(Comparator.comparing(ObjectId::ulid)).toList();

        assertThat(byText).isSortedAccordingTo(Comparator.comparing(ObjectId::bytes));
        assertThat(byText).isSortedAccordingTo(Comparator.comparingLong(ObjectId::timeMs));
        assertThat(ids.stream().map(ObjectId::ulid)).doesNotHaveDuplicates().allMatch(text -> text.length() == 26);
    }

    @Test
    void anIdIsReadBackOutOfItsKey() {
        Random random = new Random(13);
        for (int i = 0; i < 1_000; i++) {
            ObjectId id = ObjectId.create(Instant.ofEpochMilli(random.nextLong() >>> 16), random);
            assertThat(ObjectId.parse(id.ulid())).contains(id);
            assertThat(ObjectId.ofKey(id.objectKey())).contains(id);
            assertThat(id.objectKey()).startsWith(ObjectId.slicePrefix(id.slice()) + "/");
        }
        PartitionId partition = new PartitionId(TopicId.parse("0f8fad5b-d9cb-469f-a165-70867728950e"), 17);
        assertThat(Segment.objectOfKey(Segment.objectKey(partition, ID, 5))).contains(ID);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "data/fe/01hf7yate8yvvzhyftzfyfvzqz",
                "data/ff/01hf7yate8yvvzhyftzfyfvzq",
                "data/ff/01hf7yate8yvvzhyftzfyfvzqzz",
                "data/ff/01hf7yate8yvvzhyftzfyfvzqu",
                "data/ff/01HF7YATE8YVVZHYFTZFYFVZQZ",
                "data/ff/81hf7yate8yvvzhyftzfyfvzqz",
                "other/ff/01hf7yate8yvvzhyftzfyfvzqz",
                "data/ff/x/01hf7yate8yvvzhyftzfyfvzqz"
            })
    void anotherKeyHasNoId(String key) {
        assertThat(ObjectId.ofKey(key)).isEmpty();
        assertThat(Segment.objectOfKey(key)).isEmpty();
    }

    @Test
    void anIdHasSixteenBytes() {
        assertThatThrownBy(() -> new ObjectId(ID.bytes().slice(0, 15))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() ->
                        new ObjectId(Bytes.concat(List.of(ID.bytes(), ID.bytes().slice(0, 1)))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

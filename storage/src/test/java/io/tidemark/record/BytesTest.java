package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.List;
import org.junit.jupiter.api.Test;

class BytesTest {
    private static final Bytes HELLO = Bytes.utf8("hello");

    @Test
    void aCopyDoesNotSeeLaterWritesAndWrapDoes() {
        byte[] array = {1, 2, 3};
        Bytes copy = Bytes.copyOf(array);
        Bytes wrapped = Bytes.wrap(array);

        array[0] = 9;

        assertThat(copy.at(0)).isEqualTo((byte) 1);
        assertThat(wrapped.at(0)).isEqualTo((byte) 9);
    }

    @Test
    void aBufferIsCopiedFromItsPositionAndDoesNotMove() {
        ByteBuffer buffer = ByteBuffer.wrap(new byte[] {1, 2, 3, 4}, 1, 2);

        assertThat(Bytes.copyOf(buffer)).isEqualTo(Bytes.wrap(new byte[] {2, 3}));
        assertThat(buffer.position()).isEqualTo(1);
    }

    @Test
    void whatIsHandedOutCannotChangeTheBytes() {
        Bytes bytes = Bytes.copyOf(new byte[] {1, 2});

        bytes.toByteArray()[0] = 9;

        assertThat(bytes).isEqualTo(Bytes.wrap(new byte[] {1, 2}));
        assertThatThrownBy(() -> bytes.asByteBuffer().put(0, (byte) 9)).isInstanceOf(ReadOnlyBufferException.class);
    }

    @Test
    void aSliceCountsFromItsOwnStart() {
        Bytes slice = HELLO.slice(1, 3);

        assertThat(slice.utf8()).isEqualTo("ell");
        assertThat(slice.size()).isEqualTo(3);
        assertThat(slice.at(2)).isEqualTo((byte) 'l');
        assertThat(slice.slice(1, 2)).isEqualTo(Bytes.utf8("ll"));
        assertThat(slice.asByteBuffer()).isEqualTo(ByteBuffer.wrap(new byte[] {'e', 'l', 'l'}));
        assertThat(slice.toByteArray()).containsExactly('e', 'l', 'l');
    }

    @Test
    void nothingOutsideASliceCanBeReached() {
        Bytes slice = HELLO.slice(1, 3);

        assertThatThrownBy(() -> slice.at(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> slice.at(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> slice.slice(1, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(slice.slice(3, 0).isEmpty()).isTrue();
    }

    @Test
    void equalContentIsEqualWhateverItsOrigin() {
        Bytes slice = Bytes.utf8("say hello").slice(4, 5);

        assertThat(slice).isEqualTo(HELLO).hasSameHashCodeAs(HELLO).isEqualByComparingTo(HELLO);
        assertThat(slice).isNotEqualTo(Bytes.utf8("hellp"));
    }

    @Test
    void theOrderIsUnsignedAndAPrefixComesFirst() {
        assertThat(Bytes.wrap(new byte[] {(byte) 0x80})).isGreaterThan(Bytes.wrap(new byte[] {0x7f}));
        assertThat(Bytes.utf8("hell")).isLessThan(HELLO);
        assertThat(Bytes.EMPTY).isLessThan(Bytes.utf8("a"));
    }

    @Test
    void partsAreJoinedInOrder() {
        assertThat(Bytes.concat(List.of(HELLO.slice(4, 1), Bytes.EMPTY, HELLO.slice(0, 2))))
                .isEqualTo(Bytes.utf8("ohe"));
        assertThat(Bytes.concat(List.of())).isEqualTo(Bytes.EMPTY);
    }

    @Test
    void printsTheSizeAndAtMostTwentyBytes() {
        assertThat(Bytes.wrap(new byte[20])).hasToString("Bytes[20: " + "00".repeat(20) + "]");
        assertThat(Bytes.wrap(new byte[21])).hasToString("Bytes[21: " + "00".repeat(20) + "…]");
    }
}

package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class VarintsTest {

    @Test
    void unsignedNumbersTakeSevenBitsAByte() {
        assertThat(unsigned(0)).isEqualTo(GoldenItem.bytes("00"));
        assertThat(unsigned(127)).isEqualTo(GoldenItem.bytes("7f"));
        assertThat(unsigned(128)).isEqualTo(GoldenItem.bytes("8001"));
        assertThat(unsigned(16_383)).isEqualTo(GoldenItem.bytes("ff7f"));
        assertThat(unsigned(16_384)).isEqualTo(GoldenItem.bytes("808001"));
        assertThat(unsigned(Integer.MAX_VALUE)).isEqualTo(GoldenItem.bytes("ffffffff07"));
        assertThat(unsigned(-1)).isEqualTo(GoldenItem.bytes("ffffffffffffffffff01"));
    }

    @Test
    void signedNumbersAreShortOnBothSidesOfZero() {
        assertThat(signed(0)).isEqualTo(GoldenItem.bytes("00"));
        assertThat(signed(-1)).isEqualTo(GoldenItem.bytes("01"));
        assertThat(signed(1)).isEqualTo(GoldenItem.bytes("02"));
        assertThat(signed(-64)).isEqualTo(GoldenItem.bytes("7f"));
        assertThat(signed(64)).isEqualTo(GoldenItem.bytes("8001"));
        assertThat(signed(Long.MIN_VALUE).size()).isEqualTo(Varints.MAX_SIZE_BYTES);
    }

    @Test
    void everyNumberReadsBackAsItWasWritten() {
        for (long edge : List.of(0L, 1L, -1L, 127L, 128L, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 62, 1L << 63)) {
            assertRoundTrip(edge);
        }
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            assertRoundTrip(random.nextLong() >> random.nextInt(Long.SIZE));
        }
    }

    @Test
    void tenBytesAreTheLimit() {
        assertThat(Varints.getUnsigned(buffer("ffffffffffffffffff01"))).isEqualTo(-1);
        assertThatThrownBy(() -> Varints.getUnsigned(buffer("ffffffffffffffffffff01")))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("10 bytes");
        assertThatThrownBy(() -> Varints.getUnsigned(buffer("ffff"))).isInstanceOf(BufferUnderflowException.class);
    }

    @Test
    void numbersAboveAnIntAreRefusedWhereAnIntBelongs() {
        assertThat(Varints.getUnsignedInt(buffer("ffffffff07"))).isEqualTo(Integer.MAX_VALUE);
        assertThatThrownBy(() -> Varints.getUnsignedInt(buffer("8080808008")))
                .isInstanceOf(UnreadableItemException.class);
        assertThatThrownBy(() -> Varints.getUnsignedInt(buffer("ffffffffffffffffff01")))
                .isInstanceOf(UnreadableItemException.class);
    }

    private static void assertRoundTrip(long number) {
        assertThat(Varints.getUnsigned(unsigned(number).asByteBuffer())).isEqualTo(number);
        assertThat(Varints.getSigned(signed(number).asByteBuffer())).isEqualTo(number);
    }

    private static Bytes unsigned(long number) {
        ByteBuffer buffer = ByteBuffer.allocate(Varints.MAX_SIZE_BYTES);
        Varints.putUnsigned(buffer, number);
        return Bytes.copyOf(buffer.flip());
    }

    private static Bytes signed(long number) {
        ByteBuffer buffer = ByteBuffer.allocate(Varints.MAX_SIZE_BYTES);
        Varints.putSigned(buffer, number);
        return Bytes.copyOf(buffer.flip());
    }

    private static ByteBuffer buffer(String hex) {
        return GoldenItem.bytes(hex).asByteBuffer();
    }
}

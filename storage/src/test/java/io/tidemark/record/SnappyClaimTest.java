package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.common.utils.ByteUtils;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;

class SnappyClaimTest {
    private static final Bytes HEADER =
            Bytes.wrap(new byte[] {(byte) 0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0, 0, 0, 0, 1, 0, 0, 0, 1});

    @Test
    void aBareBlockMayClaimTheLimitAndNotMore() throws IOException {
        Bytes block = Bytes.wrap(Snappy.compress(new byte[1000]));

        assertThatCode(claim(block, 1001)).doesNotThrowAnyException();
        assertThatCode(claim(block, 1000)).doesNotThrowAnyException();
        assertThatThrownBy(claim(block, 999)).isInstanceOf(InflatedInput.LimitException.class);
    }

    @Test
    void theChunksOfAStreamAreAddedUp() throws IOException {
        Bytes block = Bytes.wrap(Snappy.compress(new byte[1000]));
        Bytes stream = Bytes.concat(List.of(HEADER, chunk(block.size(), block), chunk(block.size(), block)));

        assertThatCode(claim(stream, 2000)).doesNotThrowAnyException();
        assertThatThrownBy(claim(stream, 1999)).isInstanceOf(InflatedInput.LimitException.class);
    }

    @Test
    void aBlockCannotClaimMoreThanItsBytesCanGive() {
        assertThatThrownBy(claim(claiming(Integer.MAX_VALUE, 1000), Integer.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatCode(claim(claiming(32 * 1000, 1000), Integer.MAX_VALUE)).doesNotThrowAnyException();
        assertThatThrownBy(claim(claiming(32 * 1000 + 1, 1000), Integer.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aNegativeClaimIsTooMuch() {
        assertThatThrownBy(claim(claiming(-1, 1000), Integer.MAX_VALUE))
                .isInstanceOf(InflatedInput.LimitException.class);
    }

    @Test
    void aChunkMustBeThere() {
        for (int size : List.of(5, Integer.MAX_VALUE, -1, Integer.MIN_VALUE)) {
            Bytes stream = Bytes.concat(List.of(HEADER, chunk(size, Bytes.wrap(new byte[4]))));

            assertThatThrownBy(claim(stream, 1000)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void headersInARowAreDamage() {
        Bytes headers = Bytes.concat(Collections.nCopies(50_000, HEADER));

        assertThatThrownBy(claim(headers, 1000)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aLengthThatEndsEarlyIsDamage() {
        assertThatThrownBy(claim(Bytes.EMPTY, 1000)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(claim(Bytes.wrap(new byte[] {(byte) 0xff}), 1000))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static ThrowingCallable claim(Bytes payload, int limitBytes) {
        return () -> SnappyClaim.check(payload, limitBytes);
    }

    private static Bytes claiming(int claim, int sizeBytes) {
        ByteBuffer block = ByteBuffer.allocate(sizeBytes);
        ByteUtils.writeUnsignedVarint(claim, block);
        return Bytes.copyOf(block.rewind());
    }

    private static Bytes chunk(int size, Bytes block) {
        return Bytes.concat(List.of(Bytes.copyOf(ByteBuffer.allocate(4).putInt(0, size)), block));
    }
}

package io.tidemark.record;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.ByteUtils;

/**
 * What a snappy payload says about its own sizes, looked at before it is inflated.
 *
 * <p>snappy-java allocates whatever size a payload claims, up to 2 GiB for a few bytes, and recurses once per
 * repeated stream header, which is taken for damage here: no Kafka client sends one. The other codecs give out bounded
 * blocks and need no such look. Nothing is inflated here: only the lengths are added up, of the framing of
 * {@code SnappyOutputStream} (a 16-byte header, then chunks behind their lengths) or, without that header, of one bare
 * snappy block.
 */
final class SnappyClaim {
    private static final byte[] FRAMED = {(byte) 0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0};
    /** An element of a block takes 2 bytes or more and gives at most 64. */
    private static final int MAX_EXPANSION = 32;

    private static final int STREAM_HEADER_SIZE_BYTES = 16;

    private SnappyClaim() {}

    /**
     * @throws InflatedInput.LimitException where it claims more than the limit
     * @throws IllegalArgumentException where the lengths contradict the payload
     */
    static void check(Bytes payload, int limitBytes) throws InflatedInput.LimitException {
        ByteBuffer rest = payload.unguarded();
        try {
            if (!isFramed(payload)) {
                inflatedSize(rest, limitBytes);
                return;
            }
            rest.position(STREAM_HEADER_SIZE_BYTES);
            long claimed = 0;
            while (rest.remaining() >= Integer.BYTES) {
                claimed += inflatedSize(nextChunk(rest), limitBytes);
                if (claimed > limitBytes) {
                    throw new InflatedInput.LimitException();
                }
            }
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("the snappy payload ends within a length", e);
        }
    }

    private static boolean isFramed(Bytes payload) {
        return payload.size() >= STREAM_HEADER_SIZE_BYTES
                && Arrays.equals(payload.slice(0, FRAMED.length).toByteArray(), FRAMED);
    }

    private static ByteBuffer nextChunk(ByteBuffer rest) {
        int size = rest.getInt();
        if (size < 0 || size > rest.remaining()) {
            throw new IllegalArgumentException(
                    "a snappy chunk of " + size + " bytes where " + rest.remaining() + " are left");
        }
        ByteBuffer chunk = rest.slice(rest.position(), size);
        rest.position(rest.position() + size);
        return chunk;
    }

    private static int inflatedSize(ByteBuffer block, int limitBytes) throws InflatedInput.LimitException {
        long possible = (long) block.remaining() * MAX_EXPANSION;
        int claimed = ByteUtils.readUnsignedVarint(block);
        if (claimed > possible) {
            throw new IllegalArgumentException("a snappy block cannot inflate to the " + claimed + " bytes it claims");
        }
        if (claimed < 0 || claimed > limitBytes) {
            throw new InflatedInput.LimitException();
        }
        return claimed;
    }
}

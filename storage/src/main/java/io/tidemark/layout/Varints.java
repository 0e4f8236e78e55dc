package io.tidemark.layout;

import java.nio.ByteBuffer;

/** Numbers in 1 to 10 bytes, 7 bits each, lowest first; signed ones in zigzag. */
final class Varints {
    static final int MAX_SIZE_BYTES = 10;

    private Varints() {}

    static void putUnsigned(ByteBuffer buffer, long number) {
        long rest = number;
        while ((rest & ~0x7fL) != 0) {
            buffer.put((byte) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        buffer.put((byte) rest);
    }

    static void putSigned(ByteBuffer buffer, long number) {
        putUnsigned(buffer, number << 1 ^ number >> 63);
    }

    /**
     * Reads a number.
     *
     * @throws UnreadableItemException where it has more than 10 bytes
     * @throws java.nio.BufferUnderflowException where the buffer ends in it
     */
    static long getUnsigned(ByteBuffer buffer) {
        long number = 0;
        for (int shift = 0; shift < 7 * MAX_SIZE_BYTES; shift += 7) {
            byte next = buffer.get();
            number |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return number;
            }
        }
        throw new UnreadableItemException("a packed number of more than " + MAX_SIZE_BYTES + " bytes");
    }

    static long getSigned(ByteBuffer buffer) {
        long zigzag = getUnsigned(buffer);
        return zigzag >>> 1 ^ -(zigzag & 1);
    }

    static int getUnsignedInt(ByteBuffer buffer) {
        long number = getUnsigned(buffer);
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw new UnreadableItemException("the packed number " + number + " is out of range");
        }
        return (int) number;
    }
}

package io.tidemark.record;

import java.io.IOException;
import java.io.InputStream;

/** Counts what a codec gives out and stops at a limit, so that a small payload cannot grow without bound. */
final class InflatedInput extends InputStream {
    private final InputStream in;
    private final long limit;
    private long count;

    InflatedInput(InputStream inflated, int limitBytes) {
        this.in = inflated;
        this.limit = limitBytes;
    }

    /** How many bytes were read. */
    long position() {
        return count;
    }

    @Override
    public int read() throws IOException {
        int next = in.read();
        if (next >= 0) {
            count(1);
        }
        return next;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        int read = in.read(target, from, length);
        if (read > 0) {
            count(read);
        }
        return read;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private void count(int bytes) throws LimitException {
        count += bytes;
        if (count > limit) {
            throw new LimitException();
        }
    }

    /** More came out than the limit allows. */
    static final class LimitException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}

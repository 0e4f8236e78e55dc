package io.tidemark.store.aws;

import io.tidemark.record.Bytes;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import software.amazon.awssdk.core.sync.RequestBody;

/** Bytes as a request's body, read without a copy, from the start for each transmission. */
final class BytesBody extends InputStream {
    private final ByteBuffer rest;

    private BytesBody(Bytes bytes) {
        this.rest = bytes.asByteBuffer();
    }

    static RequestBody of(Bytes bytes) {
        return RequestBody.fromContentProvider(() -> new BytesBody(bytes), bytes.size(), "application/octet-stream");
    }

    @Override
    public int read() {
        return rest.hasRemaining() ? rest.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int from, int length) {
        Objects.checkFromIndexSize(from, length, target.length);
        if (length == 0) {
            return 0;
        }
        int taken = Math.min(length, rest.remaining());
        rest.get(target, from, taken);
        return taken == 0 ? -1 : taken;
    }

    @Override
    public int available() {
        return rest.remaining();
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    public synchronized void mark(int readLimit) {
        rest.mark();
    }

    @Override
    public synchronized void reset() {
        rest.reset();
    }
}

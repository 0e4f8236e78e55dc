package io.tidemark.store.embedded;

import io.tidemark.record.Bytes;
import java.io.IOException;

/** A change of a file that is known before it is made. */
sealed interface FileChange {

    void applyTo(RawFile file) throws IOException;

    /** The file's length after the change. */
    long lengthAfter(long lengthBefore);

    record Write(long position, Bytes bytes) implements FileChange {
        @Override
        public void applyTo(RawFile file) throws IOException {
            file.write(position, bytes);
        }

        @Override
        public long lengthAfter(long lengthBefore) {
            return Math.max(lengthBefore, position + bytes.size());
        }

        /** Puts what this writes where the target, which holds the file's bytes from {@code from} on, meets it. */
        void overlay(long from, byte[] target) {
            long first = Math.max(position, from);
            long end = Math.min(position + bytes.size(), from + target.length);
            if (first < end) {
                bytes.slice((int) (first - position), (int) (end - first))
                        .asByteBuffer()
                        .get(target, (int) (first - from), (int) (end - first));
            }
        }
    }

    record Truncate(long length) implements FileChange {
        @Override
        public void applyTo(RawFile file) throws IOException {
            file.setLength(length);
        }

        @Override
        public long lengthAfter(long lengthBefore) {
            return length;
        }
    }
}

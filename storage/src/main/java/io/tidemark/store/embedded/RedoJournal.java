package io.tidemark.store.embedded;

import io.tidemark.record.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Makes groups of changes to a file atomic and durable with one sync each: a group is a record here before any of it
 * reaches the file, and whatever records are here are applied anew when the file is opened. Applying them twice does no
 * harm, since they say what the bytes are to be.
 *
 * <p>A record: magic (4 bytes), CRC-32C (4) of what follows, body length (4), sequence number (8), and the changes, each
 * a type (1), position or length (8), and for a write its size (4) and bytes. Records follow each other from the start of
 * the journal, their sequence numbers without a gap; what does not fit ends them. When the journal is full the file is
 * synced and the next record begins at the start again, over the old ones.
 *
 * <p>Used by one thread at a time.
 */
final class RedoJournal {
    private static final int MAGIC = 0x74_64_6A_31;
    private static final int HEADER_BYTES = 4 + 4 + 4 + 8;
    private static final int CHECKED_FROM = 8;
    private static final int CHANGE_BYTES = 1 + 8 + 4;
    private static final byte WRITE = 'W';
    private static final byte TRUNCATE = 'T';

    /** A group that is larger by itself still gets its record, alone. */
    static final int MAX_BYTES = 16 * 1024 * 1024;

    private final RawFile journal;
    private final RawFile file;
    private final int maxBytes;
    private long position;
    private long sequence;

    private RedoJournal(RawFile journal, RawFile file, int maxBytes) {
        this.journal = journal;
        this.file = file;
        this.maxBytes = maxBytes;
    }

    /** Brings the file to the last group that was made durable, and begins an empty journal. */
    static RedoJournal open(RawFile journal, RawFile file, int maxBytes) throws IOException {
        RedoJournal opened = new RedoJournal(journal, file, maxBytes);
        opened.replay();
        file.sync();
        journal.setLength(0);
        journal.sync();
        opened.position = 0;
        opened.sequence = 0;
        return opened;
    }

    /** Makes the group durable, then applies it to the file. */
    void commit(List<FileChange> changes) throws IOException {
        Bytes entry = encode(++sequence, changes);
        if (position > 0 && position + entry.size() > maxBytes) {
            file.sync();
            position = 0;
        }
        journal.write(position, entry);
        journal.sync();
        position += entry.size();
        apply(changes);
    }

    private void replay() throws IOException {
        Optional<Entry> entry = read(Optional.empty());
        while (entry.isPresent()) {
            apply(entry.get().changes());
            sequence = entry.get().sequence();
            entry = read(Optional.of(sequence + 1));
        }
    }

    private void apply(List<FileChange> changes) throws IOException {
        for (FileChange change : changes) {
            change.applyTo(file);
        }
    }

    /** The entry at the position, which then moves behind it; nothing where there is no whole one with this number. */
    private Optional<Entry> read(Optional<Long> expected) throws IOException {
        byte[] header = new byte[HEADER_BYTES];
        if (journal.read(position, header) < HEADER_BYTES) {
            return Optional.empty();
        }
        ByteBuffer fields = ByteBuffer.wrap(header);
        int magic = fields.getInt();
        int crc = fields.getInt();
        int bodyBytes = fields.getInt();
        long number = fields.getLong();
        if (magic != MAGIC || bodyBytes < 0 || bodyBytes > journal.length() - position - HEADER_BYTES) {
            return Optional.empty();
        }
        byte[] body = new byte[bodyBytes];
        journal.read(position + HEADER_BYTES, body);
        if (crc != crc(header, body)
                || expected.filter(wanted -> wanted != number).isPresent()) {
            return Optional.empty();
        }
        position += HEADER_BYTES + bodyBytes;
        return Optional.of(new Entry(number, decode(ByteBuffer.wrap(body))));
    }

    private static Bytes encode(long sequence, List<FileChange> changes) {
        int bodyBytes = 0;
        for (FileChange change : changes) {
            int payloadBytes =
                    change instanceof FileChange.Write write ? write.bytes().size() : 0;
            bodyBytes = Math.addExact(bodyBytes, Math.addExact(CHANGE_BYTES, payloadBytes));
        }
        ByteBuffer body = ByteBuffer.allocate(bodyBytes);
        for (FileChange change : changes) {
            if (change instanceof FileChange.Write write) {
                body.put(WRITE).putLong(write.position()).putInt(write.bytes().size());
                body.put(write.bytes().asByteBuffer());
            } else if (change instanceof FileChange.Truncate truncate) {
                body.put(TRUNCATE).putLong(truncate.length()).putInt(0);
            }
        }
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.putInt(MAGIC).putInt(0).putInt(bodyBytes).putLong(sequence);
        header.putInt(4, crc(header.array(), body.array()));
        return Bytes.concat(List.of(Bytes.wrap(header.array()), Bytes.wrap(body.array())));
    }

    private static List<FileChange> decode(ByteBuffer body) {
        List<FileChange> changes = new ArrayList<>();
        while (body.hasRemaining()) {
            boolean write = body.get() == WRITE;
            long at = body.getLong();
            byte[] bytes = new byte[body.getInt()];
            body.get(bytes);
            changes.add(write ? new FileChange.Write(at, Bytes.wrap(bytes)) : new FileChange.Truncate(at));
        }
        return changes;
    }

    private static int crc(byte[] header, byte[] body) {
        CRC32C crc = new CRC32C();
        crc.update(header, CHECKED_FROM, HEADER_BYTES - CHECKED_FROM);
        crc.update(body, 0, body.length);
        return (int) crc.getValue();
    }

    private record Entry(long sequence, List<FileChange> changes) {}
}

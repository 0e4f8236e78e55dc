package io.tidemark.layout;

import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Bytes;
import io.tidemark.record.TimestampType;
import io.tidemark.record.TransactionMarker;
import io.tidemark.record.TransactionResult;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a batch's bytes are, and what a reader must know before it reads them. It holds no base offset: that is the
 * place of the first reference before it plus the offsets in between, so that appends commute.
 *
 * <p>Packed: the object id, one byte (attempt in the low 3 bits, kind above), then as varints position, size, last
 * offset delta, and the maximum timestamp as a signed distance from the id's time. Mostly 26 to 30 bytes.
 *
 * <p>A transaction marker has no object: its reference says all of it. In place of an object's id stand 48 bits of
 * time, epoch milliseconds, the producer id and the epoch of the transaction that it ends; so the time is read like
 * that of any id.
 *
 * @param object the batch object; a marker's time, producer and epoch
 * @param attempt which try of its producer this is, 0 to {@link #MAX_ATTEMPT}: a try whose outcome was unknown is
 *     closed for ever, the next one has another number
 * @param kind what the batch is
 * @param position its first byte in the object
 * @param sizeBytes its length
 * @param lastOffsetDelta its last offset less its base offset, 0 or above
 * @param maxTimestampMs its largest record timestamp, -1 for none
 */
public record BatchReference(
        ObjectId object,
        int attempt,
        Kind kind,
        int position,
        int sizeBytes,
        int lastOffsetDelta,
        long maxTimestampMs) {
    public static final int MAX_ATTEMPT = 7;
    public static final int MAX_PACKED_SIZE_BYTES = 42;

    private static final int MARKER_PRODUCER_POSITION = 6;

    /** What a batch is. The order is stored. */
    public enum Kind {
        PLAIN,
        TRANSACTIONAL,
        COMMIT_MARKER,
        ABORT_MARKER,
        /** On a LogAppendTime topic. */
        STAMPED_COMMIT_MARKER,
        /** On a LogAppendTime topic. */
        STAMPED_ABORT_MARKER;

        /** Whether it is a transaction marker, which no object holds. */
        public boolean isMarker() {
            return this != PLAIN && this != TRANSACTIONAL;
        }

        /** Whether it is an abort marker. */
        public boolean isAbort() {
            return this == ABORT_MARKER || this == STAMPED_ABORT_MARKER;
        }

        private boolean isStamped() {
            return this == STAMPED_COMMIT_MARKER || this == STAMPED_ABORT_MARKER;
        }

        private static Kind ofMarker(TransactionResult result, TimestampType timestampType) {
            boolean stamped = timestampType == TimestampType.LOG_APPEND_TIME;
            return switch (result) {
                case COMMIT -> stamped ? STAMPED_COMMIT_MARKER : COMMIT_MARKER;
                case ABORT -> stamped ? STAMPED_ABORT_MARKER : ABORT_MARKER;
            };
        }
    }

    public BatchReference {
        if (attempt < 0 || attempt > MAX_ATTEMPT) {
            throw new IllegalArgumentException("attempt " + attempt);
        }
        if (position < 0 || sizeBytes < 1 || lastOffsetDelta < 0) {
            throw new IllegalArgumentException(
                    "position " + position + ", size " + sizeBytes + ", last offset delta " + lastOffsetDelta);
        }
    }

    /** The marker that ends a transaction at this time. */
    public static BatchReference marker(
            ProducerEpoch transaction, TransactionResult result, TimestampType timestampType, long timeMs) {
        ByteBuffer id = ByteBuffer.allocate(ObjectId.SIZE_BYTES)
                .putLong(timeMs << 16)
                .position(MARKER_PRODUCER_POSITION)
                .putLong(transaction.producerId())
                .putShort(transaction.epoch())
                .flip();
        ObjectId object = new ObjectId(Bytes.copyOf(id));
        int sizeBytes = marker(transaction, Kind.ofMarker(result, timestampType), timeMs)
                .bytes()
                .size();
        return new BatchReference(object, 0, Kind.ofMarker(result, timestampType), 0, sizeBytes, 0, timeMs);
    }

    /** The transaction that this marker ends; absent where it is none. */
    public Optional<ProducerEpoch> endedTransaction() {
        if (!kind.isMarker()) {
            return Optional.empty();
        }
        ByteBuffer id = object.bytes().asByteBuffer().position(MARKER_PRODUCER_POSITION);
        return Optional.of(new ProducerEpoch(id.getLong(), id.getShort()));
    }

    /** This marker; absent where it is none. Its epoch is one above that of the transaction (KIP-890). */
    public Optional<TransactionMarker> marker() {
        return endedTransaction().map(transaction -> marker(transaction, kind, object.timeMs()));
    }

    private static TransactionMarker marker(ProducerEpoch transaction, Kind kind, long timeMs) {
        return new TransactionMarker(
                transaction.producerId(),
                (short) (transaction.epoch() + 1),
                kind.isAbort() ? TransactionResult.ABORT : TransactionResult.COMMIT,
                kind.isStamped() ? TimestampType.LOG_APPEND_TIME : TimestampType.CREATE_TIME,
                timeMs);
    }

    public Bytes packed() {
        ByteBuffer buffer = ByteBuffer.allocate(MAX_PACKED_SIZE_BYTES);
        packInto(buffer);
        return Bytes.copyOf(buffer.flip());
    }

    public static BatchReference unpack(Bytes packed) {
        List<BatchReference> references = unpackAll(packed);
        if (references.size() != 1) {
            throw new UnreadableItemException(references.size() + " batch references where one belongs");
        }
        return references.get(0);
    }

    /** Names this try in the head, where its outcome is closed. */
    public String attemptName() {
        return object.ulid() + "-" + attempt;
    }

    static Bytes packAll(List<BatchReference> references) {
        ByteBuffer buffer = ByteBuffer.allocate(references.size() * MAX_PACKED_SIZE_BYTES);
        references.forEach(reference -> reference.packInto(buffer));
        return Bytes.copyOf(buffer.flip());
    }

    static List<BatchReference> unpackAll(Bytes packed) {
        ByteBuffer buffer = packed.asByteBuffer();
        List<BatchReference> references = new ArrayList<>();
        try {
            while (buffer.hasRemaining()) {
                references.add(unpackFrom(buffer));
            }
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new UnreadableItemException("a damaged batch reference: " + packed);
        }
        return references;
    }

    @SuppressWarnings("EnumOrdinal") // the order of the kinds is stored
    private void packInto(ByteBuffer buffer) {
        buffer.put(object.bytes().asByteBuffer());
        buffer.put((byte) (kind.ordinal() << 3 | attempt));
        Varints.putUnsigned(buffer, position);
        Varints.putUnsigned(buffer, sizeBytes);
        Varints.putUnsigned(buffer, lastOffsetDelta);
        Varints.putSigned(buffer, maxTimestampMs - object.timeMs());
    }

    private static BatchReference unpackFrom(ByteBuffer buffer) {
        byte[] id = new byte[ObjectId.SIZE_BYTES];
        buffer.get(id);
        ObjectId object = new ObjectId(Bytes.wrap(id));
        int flags = Byte.toUnsignedInt(buffer.get());
        int kind = flags >> 3;
        if (kind >= Kind.values().length) {
            throw new UnreadableItemException("a batch reference of the unknown kind " + kind);
        }
        return new BatchReference(
                object,
                flags & MAX_ATTEMPT,
                Kind.values()[kind],
                Varints.getUnsignedInt(buffer),
                Varints.getUnsignedInt(buffer),
                Varints.getUnsignedInt(buffer),
                Varints.getSigned(buffer) + object.timeMs());
    }
}

package io.tidemark.store.aws;

import io.tidemark.record.Bytes;
import io.tidemark.store.ObjectWriter;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.aws.Calls.Subject;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompletedMultipartUpload;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

/**
 * An object in parts: a multipart upload, or, where it stays within one part, a single put. Memory holds one part. An
 * upload that could not be aborted is left to the bucket's lifecycle rule. Used by one thread.
 */
final class S3ObjectWriter implements ObjectWriter {
    /** Every part but the last; S3's least are 5 MiB, its most parts 10,000. */
    static final int PART_BYTES = 8 * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(S3ObjectWriter.class);

    private final S3ObjectStore objects;
    private final Creation creation;
    private final String key;
    private final List<Bytes> held = new ArrayList<>();
    private final List<CompletedPart> parts = new ArrayList<>();
    private int heldBytes;
    private Optional<String> upload = Optional.empty();

    S3ObjectWriter(S3ObjectStore objects, Creation creation, String key) {
        this.objects = objects;
        this.creation = creation;
        this.key = key;
    }

    @Override
    public void append(Bytes part) {
        int position = 0;
        while (position < part.size()) {
            if (heldBytes == PART_BYTES) {
                uploadHeld();
            }
            int taken = Math.min(PART_BYTES - heldBytes, part.size() - position);
            held.add(part.slice(position, taken));
            heldBytes += taken;
            position += taken;
        }
    }

    @Override
    public boolean commitIfAbsent() {
        if (upload.isEmpty()) {
            return objects.put(creation, key, taken());
        }
        if (heldBytes > 0) {
            uploadHeld();
        }
        CompleteMultipartUploadRequest.Builder request = CompleteMultipartUploadRequest.builder()
                .bucket(objects.bucket())
                .key(key)
                .uploadId(upload.get())
                .ifNoneMatch(Creation.ANY)
                .multipartUpload(CompletedMultipartUpload.builder().parts(parts).build());
        // met by another writer, S3 wants every part once more: that is for whoever holds the bytes
        boolean created = creation.created(
                sent -> objects.client()
                        .completeMultipartUpload(
                                request.overrideConfiguration(sent.counted()).build()),
                false);
        if (created) {
            upload = Optional.empty();
        }
        return created;
    }

    @Override
    public void close() {
        upload.ifPresent(this::abort);
        upload = Optional.empty();
    }

    private void uploadHeld() {
        String id = upload.orElseGet(this::begin);
        upload = Optional.of(id);
        int number = parts.size() + 1;
        Bytes content = taken();
        UploadPartRequest.Builder request = UploadPartRequest.builder()
                .bucket(objects.bucket())
                .key(key)
                .uploadId(id)
                .partNumber(number);
        Optional<String> checksum = checksum(content);
        checksum.ifPresent(request::checksumCRC32);
        String tag = objects.calls()
                .call(
                        subject("s3:PutObject"),
                        sent -> objects.client()
                                .uploadPart(
                                        request.overrideConfiguration(sent.counted())
                                                .build(),
                                        BytesBody.of(content))
                                .eTag());
        CompletedPart.Builder part = CompletedPart.builder().partNumber(number).eTag(tag);
        checksum.ifPresent(part::checksumCRC32);
        parts.add(part.build());
    }

    private String begin() {
        CreateMultipartUploadRequest.Builder request = CreateMultipartUploadRequest.builder()
                .bucket(objects.bucket())
                .key(key)
                .metadata(creation.metadata());
        if (objects.checksums()) {
            // parts with checksums that the upload was not begun for are refused when it is to be completed
            request.checksumAlgorithm(ChecksumAlgorithm.CRC32);
        }
        return objects.calls()
                .call(
                        subject("s3:PutObject"),
                        sent -> objects.client()
                                .createMultipartUpload(request.overrideConfiguration(sent.counted())
                                        .build())
                                .uploadId());
    }

    private void abort(String id) {
        AbortMultipartUploadRequest.Builder request = AbortMultipartUploadRequest.builder()
                .bucket(objects.bucket())
                .key(key)
                .uploadId(id);
        try {
            objects.calls()
                    .call(
                            subject("s3:AbortMultipartUpload"),
                            sent -> objects.client()
                                    .abortMultipartUpload(request.overrideConfiguration(sent.counted())
                                            .build()));
        } catch (StoreUnavailableException e) {
            LOG.warn("an upload could not be aborted, key={} upload={}", key, id, e);
        }
    }

    /** Of a part, as S3 writes it: it goes with the part, and, as S3 demands, once more with the upload's completion. */
    private Optional<String> checksum(Bytes content) {
        if (!objects.checksums()) {
            return Optional.empty();
        }
        CRC32 crc = new CRC32();
        crc.update(content.asByteBuffer());
        byte[] bigEndian =
                ByteBuffer.allocate(Integer.BYTES).putInt((int) crc.getValue()).array();
        return Optional.of(Base64.getEncoder().encodeToString(bigEndian));
    }

    private Bytes taken() {
        Bytes joined = Bytes.concat(held);
        held.clear();
        heldBytes = 0;
        return joined;
    }

    private Subject subject(String permission) {
        return new Subject(permission, "bucket " + objects.bucket(), true);
    }
}

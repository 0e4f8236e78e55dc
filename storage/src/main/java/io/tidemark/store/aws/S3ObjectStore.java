package io.tidemark.store.aws;

import io.tidemark.record.Bytes;
import io.tidemark.store.ObjectKey;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.ObjectWriter;
import io.tidemark.store.StoredObject;
import io.tidemark.store.aws.Calls.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Delete;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Error;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Objects in an S3 bucket, or in a store that speaks like one. Thread-safe. */
final class S3ObjectStore implements ObjectStore {
    private static final int MAX_DELETED_AT_ONCE = 1_000;
    private static final int MAX_LISTED = 1_000;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    /** Without the second, S3 answers for a missing object as for a forbidden one. */
    private static final String READ = "s3:GetObject or s3:ListBucket";

    private final S3Client s3;
    private final String bucket;
    private final Calls calls;
    private final RandomGenerator random;
    private final boolean checksums;

    S3ObjectStore(S3Client s3, AwsSettings settings, Calls calls, RandomGenerator random) {
        this.s3 = s3;
        this.bucket = settings.bucket();
        this.checksums = settings.checksums();
        this.calls = calls;
        this.random = random;
    }

    @Override
    public boolean putIfAbsent(String key, Bytes content) {
        return put(creation(ObjectKey.checked(key)), key, content);
    }

    @Override
    public ObjectWriter write(String key) {
        return new S3ObjectWriter(this, creation(ObjectKey.checked(key)), key);
    }

    @Override
    public Optional<Bytes> get(String key, long position, int length) {
        if (position < 0 || length < 1) {
            throw new IllegalArgumentException("the range of " + length + " bytes from " + position);
        }
        GetObjectRequest.Builder request = GetObjectRequest.builder()
                .bucket(bucket)
                .key(ObjectKey.checked(key))
                .range("bytes=" + position + "-" + (position + length - 1));
        return calls.call(subject(READ, false), sent -> {
            try {
                byte[] range = s3.getObject(
                                request.overrideConfiguration(sent.counted()).build(), ResponseTransformer.toBytes())
                        .asByteArrayUnsafe();
                return Optional.of(Bytes.wrap(range));
            } catch (NoSuchKeyException e) {
                return Optional.empty();
            } catch (S3Exception e) {
                if (e.statusCode() == RANGE_NOT_SATISFIABLE) {
                    return Optional.of(Bytes.EMPTY);
                }
                throw e;
            }
        });
    }

    /** A page of S3's may be short, or empty, and not the last. */
    @Override
    public List<StoredObject> list(String prefix, String after, int limit) {
        if (limit < 1 || limit > MAX_LISTED) {
            throw new IllegalArgumentException("a listing of " + limit + " objects");
        }
        List<StoredObject> listed = new ArrayList<>();
        ListObjectsV2Request.Builder request =
                ListObjectsV2Request.builder().bucket(bucket).prefix(prefix);
        if (!after.isEmpty()) {
            request.startAfter(after);
        }
        boolean more = true;
        while (more && listed.size() < limit) {
            request.maxKeys(limit - listed.size());
            ListObjectsV2Response page = calls.call(
                    subject("s3:ListBucket", false),
                    sent -> s3.listObjectsV2(
                            request.overrideConfiguration(sent.counted()).build()));
            page.contents().forEach(object -> listed.add(new StoredObject(object.key(), object.size())));
            more = Boolean.TRUE.equals(page.isTruncated());
            request.continuationToken(page.nextContinuationToken());
        }
        return listed;
    }

    @Override
    public void delete(List<String> keys) {
        List<ObjectIdentifier> distinct = keys.stream()
                .distinct()
                .map(key ->
                        ObjectIdentifier.builder().key(ObjectKey.checked(key)).build())
                .toList();
        for (int from = 0; from < distinct.size(); from += MAX_DELETED_AT_ONCE) {
            deleteAtOnce(distinct.subList(from, Math.min(distinct.size(), from + MAX_DELETED_AT_ONCE)));
        }
    }

    private void deleteAtOnce(List<ObjectIdentifier> keys) {
        DeleteObjectsRequest.Builder request = DeleteObjectsRequest.builder()
                .bucket(bucket)
                .delete(Delete.builder().objects(keys).quiet(true).build());
        Subject subject = subject("s3:DeleteObject", true);
        List<S3Error> errors = calls.call(
                subject,
                sent -> s3.deleteObjects(
                                request.overrideConfiguration(sent.counted()).build())
                        .errors());
        if (!errors.isEmpty()) {
            S3Error first = errors.get(0);
            throw Failures.ofOneKey(first.code(), first.key() + ": " + first.message(), subject);
        }
    }

    /** Puts a whole object as one request. */
    boolean put(Creation creation, String key, Bytes content) {
        PutObjectRequest.Builder request = PutObjectRequest.builder()
                .bucket(bucket)
                .key(key)
                .metadata(creation.metadata())
                .ifNoneMatch(Creation.ANY);
        return creation.created(
                sent -> s3.putObject(
                        request.overrideConfiguration(sent.counted()).build(), BytesBody.of(content)),
                true);
    }

    S3Client client() {
        return s3;
    }

    String bucket() {
        return bucket;
    }

    /** Whether objects are sent with checksums beside those of their batches. */
    boolean checksums() {
        return checksums;
    }

    Calls calls() {
        return calls;
    }

    private Creation creation(String key) {
        String mark = Long.toHexString(random.nextLong()) + "-" + Long.toHexString(random.nextLong());
        return new Creation(s3, calls, bucket, key, mark);
    }

    private Subject subject(String permission, boolean writes) {
        return new Subject(permission, "bucket " + bucket, writes);
    }
}

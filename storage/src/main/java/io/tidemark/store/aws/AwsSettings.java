package io.tidemark.store.aws;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Where the stores are and how they are called.
 *
 * @param table of the items; its keys are the strings {@code pk} and {@code sk}
 * @param bucket of the objects
 * @param region absent for the one that the environment names
 * @param endpoint of both services, absent for AWS; an emulator's or another S3 store's is addressed by path
 * @param checksums whether objects are sent and read with the checksums that the SDK adds; some other S3 stores refuse
 *     them. Every batch carries its own, which is verified on each read
 * @param limits timeouts and numbers of calls
 */
public record AwsSettings(
        String table,
        String bucket,
        Optional<String> region,
        Optional<URI> endpoint,
        boolean checksums,
        Limits limits) {

    public AwsSettings {
        if (table.isBlank() || bucket.isBlank()) {
            throw new IllegalArgumentException("stores on AWS need a table and a bucket");
        }
    }

    /** On AWS itself, with the usual limits. */
    public static AwsSettings of(String table, String bucket) {
        return new AwsSettings(table, bucket, Optional.empty(), Optional.empty(), true, Limits.USUAL);
    }

    public AwsSettings at(URI otherEndpoint) {
        return new AwsSettings(table, bucket, region, Optional.of(otherEndpoint), checksums, limits);
    }

    public AwsSettings in(String otherRegion) {
        return new AwsSettings(table, bucket, Optional.of(otherRegion), endpoint, checksums, limits);
    }

    public AwsSettings within(Limits otherLimits) {
        return new AwsSettings(table, bucket, region, endpoint, checksums, otherLimits);
    }

    public AwsSettings withoutChecksums() {
        return new AwsSettings(table, bucket, region, endpoint, false, limits);
    }

    /**
     * Bounds of the calls.
     *
     * @param connect for a connection
     * @param attempt for one request with its reply
     * @param call for a call with everything that is sent again
     * @param attempts how often a call that may be repeated is sent, 1 or more
     * @param calls how many calls may be under way at once, to both services; the next waits for its turn as long as a
     *     call may take
     */
    public record Limits(Duration connect, Duration attempt, Duration call, int attempts, int calls) {
        /** Below the 25 s that a function has for a request. */
        public static final Limits USUAL =
                new Limits(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(12), 3, 128);

        public Limits {
            if (connect.isZero() || connect.isNegative() || attempt.compareTo(connect) < 0) {
                throw new IllegalArgumentException("an attempt takes " + attempt + ", a connection " + connect);
            }
            if (call.compareTo(attempt) < 0) {
                throw new IllegalArgumentException("a call takes " + call + ", one attempt " + attempt);
            }
            if (attempts < 1 || calls < 1) {
                throw new IllegalArgumentException(attempts + " attempts, " + calls + " calls at once");
            }
        }
    }
}

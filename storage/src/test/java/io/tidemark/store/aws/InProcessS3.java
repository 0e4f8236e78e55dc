package io.tidemark.store.aws;

import java.net.URI;
import java.util.UUID;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;

/** One S3 store in this JVM, in memory, for all its tests; its conditional puts are atomic. Ends with the JVM. */
final class InProcessS3 {
    private InProcessS3() {}

    /** A new bucket; the table of the settings is not there. */
    static AwsSettings newBucket() {
        String bucket = "tidemark-test-" + UUID.randomUUID();
        TestEndpoint.createBucket(Holder.ENDPOINT, bucket);
        return TestEndpoint.settings("none", bucket, Holder.ENDPOINT);
    }

    private static URI start() {
        try {
            S3Proxy proxy = S3Proxy.builder()
                    .blobStore(new TransientNio2BlobStore())
                    .endpoint(URI.create("http://127.0.0.1:0"))
                    .awsAuthentication(AuthenticationType.NONE, "", "")
                    .build();
            proxy.start();
            return URI.create("http://127.0.0.1:" + proxy.getPort());
        } catch (Exception cannotStart) {
            throw new IllegalStateException("the S3 store does not start", cannotStart);
        }
    }

    private static final class Holder {
        private static final URI ENDPOINT = start();
    }
}

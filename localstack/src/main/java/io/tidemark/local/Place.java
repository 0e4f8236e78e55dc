package io.tidemark.local;

import io.tidemark.store.aws.AwsSettings;
import java.net.URI;
import java.nio.file.Path;

/** Where the data is kept. */
sealed interface Place {

    /** The embedded store in a directory. */
    record Directory(Path path) implements Place {}

    /** The embedded store, gone when the process ends. */
    record Memory() implements Place {}

    /** DynamoDB and S3 at an endpoint that stands for AWS, such as LocalStack; table and bucket must be there. */
    record Endpoint(URI url, String table, String bucket) implements Place {
        private static final String ANY_REGION = "us-east-1";

        AwsSettings settings() {
            return AwsSettings.of(table, bucket).at(url).in(ANY_REGION);
        }
    }

    /** DynamoDB and S3 in the account and region that the environment names. */
    record Aws(String table, String bucket) implements Place {
        AwsSettings settings() {
            return AwsSettings.of(table, bucket);
        }
    }
}

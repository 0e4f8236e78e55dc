package io.tidemark.store.aws;

import io.tidemark.store.aws.AwsSettings.Limits;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.s3.S3Client;

/** The emulator that a variable names, or a Docker engine runs; tables and buckets on it. */
public final class TestEndpoint {
    public static final String VARIABLE = "TIDEMARK_TEST_ENDPOINT";

    static final String REGION = "us-east-1";

    /** An emulator on a busy machine may take its time. */
    static final Limits PATIENT =
            new Limits(Duration.ofSeconds(10), Duration.ofSeconds(40), Duration.ofSeconds(60), 3, 128);

    private TestEndpoint() {}

    /** The endpoint of all services. */
    public static Optional<URI> found() {
        return named().or(LocalStack::endpoint);
    }

    private static Optional<URI> named() {
        return Optional.ofNullable(System.getenv(VARIABLE))
                .filter(value -> !value.isBlank())
                .map(URI::create);
    }

    /** A new table and a new bucket. */
    public static AwsSettings newStores() {
        URI endpoint = found().orElseThrow();
        String name = "tidemark-test-" + UUID.randomUUID();
        createTable(endpoint, name, "pk", "sk");
        createBucket(endpoint, name);
        return settings(name, name, endpoint);
    }

    /** Stores that need not be there. */
    static AwsSettings settings(String table, String bucket, URI endpoint) {
        giveCredentials();
        return AwsSettings.of(table, bucket).in(REGION).at(endpoint).within(PATIENT);
    }

    public static AwsStores open(AwsSettings settings) {
        return AwsStores.open(settings, new SecureRandom());
    }

    static void createTable(URI endpoint, String name, String partitionKey, String sortKey) {
        try (DynamoDbClient client = DynamoDbClient.builder()
                .region(Region.of(REGION))
                .endpointOverride(endpoint)
                .credentialsProvider(credentials())
                .httpClientBuilder(UrlConnectionHttpClient.builder().socketTimeout(PATIENT.call()))
                .build()) {
            client.createTable(request -> request.tableName(name)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(text(partitionKey), text(sortKey))
                    .keySchema(key(partitionKey, KeyType.HASH), key(sortKey, KeyType.RANGE)));
            client.waiter().waitUntilTableExists(request -> request.tableName(name));
        }
    }

    static void createBucket(URI endpoint, String name) {
        try (S3Client client = S3Client.builder()
                .region(Region.of(REGION))
                .endpointOverride(endpoint)
                .forcePathStyle(true)
                .credentialsProvider(credentials())
                .httpClientBuilder(UrlConnectionHttpClient.builder().socketTimeout(PATIENT.call()))
                .build()) {
            client.createBucket(request -> request.bucket(name));
        }
    }

    private static AttributeDefinition text(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    private static StaticCredentialsProvider credentials() {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test"));
    }

    /** The stores take theirs from where the SDK looks, which emulators do not check. */
    private static void giveCredentials() {
        System.setProperty("aws.accessKeyId", "test");
        System.setProperty("aws.secretAccessKey", "test");
    }
}

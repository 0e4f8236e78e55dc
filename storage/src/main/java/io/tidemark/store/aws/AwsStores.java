package io.tidemark.store.aws;

import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import java.io.IOException;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.builder.SdkSyncClientBuilder;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;

/**
 * Both stores on AWS, with the clients that they share. Credentials come from where the SDK looks for them: the
 * environment, the function's role, a profile. Thread-safe.
 */
public final class AwsStores implements AutoCloseable {
    private static final String IDLE_CONNECTIONS = "http.maxConnections";
    private static final String IDLE_SECONDS = "http.keepAlive.time.server";

    static {
        // The JDK's HTTP client sends a POST again whose reply got lost: an append may be sent once only. It reads this
        // when its first connection is made. (The SDK's streaming of bodies has the same effect; this does not rest on
        // it.)
        System.setProperty("sun.net.http.retryPost", "false");
        // It also keeps five idle connections to a host and closes the others: too few for a request that fans out.
        setUnlessGiven(IDLE_CONNECTIONS, "64");
        // And for 5 s, which is about when S3 drops an idle connection: a put on one that is just being dropped fails.
        setUnlessGiven(IDLE_SECONDS, "4");
    }

    private final SdkHttpClient http;
    private final DynamoDbClient onceClient;
    private final DynamoDbClient repeatingClient;
    private final S3Client s3;
    private final DynamoItemStore items;
    private final S3ObjectStore objects;

    private AwsStores(AwsSettings settings, RandomGenerator random) {
        AwsSettings.Limits limits = settings.limits();
        this.http = UrlConnectionHttpClient.builder()
                .connectionTimeout(limits.connect())
                .socketTimeout(limits.attempt())
                .build();
        this.onceClient =
                configured(DynamoDbClient.builder(), settings, http, 1).build();
        this.repeatingClient = configured(DynamoDbClient.builder(), settings, http, limits.attempts())
                .build();
        this.s3 = configured(S3Client.builder(), settings, http, limits.attempts())
                .forcePathStyle(settings.endpoint().isPresent())
                .requestChecksumCalculation(
                        settings.checksums()
                                ? RequestChecksumCalculation.WHEN_SUPPORTED
                                : RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(
                        settings.checksums()
                                ? ResponseChecksumValidation.WHEN_SUPPORTED
                                : ResponseChecksumValidation.WHEN_REQUIRED)
                .serviceConfiguration(S3Configuration.builder()
                        // waiting for "100 Continue" costs a round trip, and the JDK waits where none comes
                        .expectContinueEnabled(false)
                        // A checksum behind the bytes would need chunks: they break where a store answers before
                        // it has read them all, and other S3 stores don't know them. So it goes ahead, as a header.
                        .chunkedEncodingEnabled(false)
                        .build())
                .build();
        Calls calls = new Calls(limits.calls(), limits.call());
        this.items = new DynamoItemStore(onceClient, repeatingClient, settings.table(), calls);
        this.objects = new S3ObjectStore(s3, settings, calls, random);
    }

    /**
     * Makes the clients; sends nothing.
     *
     * @param random marks this process's writes, so that they are known again after a lost reply; must not be cloned
     *     with the process
     */
    public static AwsStores open(AwsSettings settings, RandomGenerator random) {
        return new AwsStores(settings, random);
    }

    public ItemStore items() {
        return items;
    }

    public ObjectStore objects() {
        return objects;
    }

    @Override
    public void close() {
        s3.close();
        repeatingClient.close();
        onceClient.close();
        http.close();
    }

    private static void setUnlessGiven(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    private static <B extends AwsClientBuilder<B, C> & SdkSyncClientBuilder<B, C>, C> B configured(
            B builder, AwsSettings settings, SdkHttpClient http, int attempts) {
        settings.region().map(Region::of).ifPresent(builder::region);
        settings.endpoint().ifPresent(builder::endpointOverride);
        return builder.httpClient(http)
                .overrideConfiguration(
                        override -> override.retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                        .maxAttempts(attempts)
                                        // also where a reply ended amid its XML, which the SDK takes for a broken
                                        // answer
                                        .retryOnRootCauseInstanceOf(IOException.class)
                                        .build())
                                .apiCallAttemptTimeout(settings.limits().attempt())
                                .apiCallTimeout(settings.limits().call())
                                .addExecutionInterceptor(new Calls.CountTransmissions()));
    }
}

package io.tidemark.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.functions.Settings.Place;
import io.tidemark.functions.invocation.MetricLine;
import io.tidemark.maintenance.MaintenanceSettings;
import io.tidemark.store.aws.AwsSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private static final Map<String, String> AWS = Map.of(
            "QUARKUS_LAMBDA_HANDLER", "lookup",
            "AWS_REGION", "eu-central-1",
            "TIDEMARK_STORE", "aws",
            "TIDEMARK_TABLE", "the-table",
            "TIDEMARK_BUCKET", "the-bucket");

    @Test
    void whatIsNotSetHasItsDefault() {
        Settings settings = Settings.of(AWS);
        assertThat(settings.handler()).isEqualTo("lookup");
        assertThat(settings.place()).isEqualTo(new Place.Aws(AwsSettings.of("the-table", "the-bucket")));
        assertThat(settings.clusterId()).isEqualTo("tidemark");
        assertThat(settings.commitMargin()).isEqualTo(Duration.ofSeconds(6));
        assertThat(settings.maintenanceMargin()).isEqualTo(Duration.ofSeconds(15));
        assertThat(settings.metrics()).isEmpty();
        assertThat(settings.maintenance())
                .isEqualTo(new MaintenanceSettings(Duration.ofDays(1), Duration.ofHours(1), 2));
    }

    @Test
    void everyVariableIsTaken() {
        Map<String, String> variables = new TreeMap<>(AWS);
        variables.put("QUARKUS_LAMBDA_HANDLER", "maintenance");
        variables.put("TIDEMARK_ENDPOINT", "http://127.0.0.1:4566");
        variables.put("TIDEMARK_CHECKSUMS", "false");
        variables.put("TIDEMARK_CLUSTER_ID", "prod_1");
        variables.put("TIDEMARK_STORE_ATTEMPT_MS", "2000");
        variables.put("TIDEMARK_STORE_CALL_MS", "7000");
        variables.put("TIDEMARK_STORE_ATTEMPTS", "4");
        variables.put("TIDEMARK_MAINTENANCE_MARGIN_MS", "30000");
        variables.put("TIDEMARK_METRICS_NAMESPACE", "Logs/Tidemark");
        variables.put("TIDEMARK_METRICS_DIMENSIONS", "Stage=prod,Team=data platform");
        variables.put("AWS_LAMBDA_FUNCTION_NAME", "prod-fetch");
        variables.put("TIDEMARK_MERGE_MAX_AGE_MINUTES", "1");
        variables.put("TIDEMARK_MAINTENANCE_PARALLEL", "16");
        variables.put("TIDEMARK_SWEEP_GRACE_MINUTES", "60");
        AwsSettings.Limits limits =
                new AwsSettings.Limits(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(7), 4, 128);
        AwsSettings aws = new AwsSettings(
                "the-table",
                "the-bucket",
                Optional.empty(),
                Optional.of(URI.create("http://127.0.0.1:4566")),
                false,
                limits);

        assertThat(Settings.of(variables))
                .isEqualTo(new Settings(
                        "maintenance",
                        new Place.Aws(aws),
                        "prod_1",
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(30),
                        Optional.of(new MetricLine(
                                "Logs/Tidemark", "prod-fetch", Map.of("Stage", "prod", "Team", "data platform"))),
                        new MaintenanceSettings(Duration.ofMinutes(1), Duration.ofHours(1), 16)));
    }

    @Test
    void aShortAttemptConnectsNoLonger() {
        assertThat(((Place.Aws) Settings.of(with("TIDEMARK_STORE_ATTEMPT_MS", "100"))
                                .place())
                        .settings()
                        .limits()
                        .connect())
                .isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void aLongAttemptLengthensTheCall() {
        assertThat(((Place.Aws) Settings.of(with("TIDEMARK_STORE_ATTEMPT_MS", "20000"))
                                .place())
                        .settings()
                        .limits()
                        .call())
                .isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void aDirectoryNeedsNeitherTableNorBucketNorRegion() {
        assertThat(Settings.of(Map.of("QUARKUS_LAMBDA_HANDLER", "fetch", "TIDEMARK_STORE", "embedded:/data"))
                        .place())
                .isEqualTo(new Place.Embedded(Path.of("/data")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "QUARKUS_LAMBDA_HANDLER | prodce | one of produce, fetch, lookup, admin, transactions, maintenance.",
                "QUARKUS_LAMBDA_HANDLER | Produce | one of produce, fetch, lookup, admin, transactions, maintenance.",
                "AWS_REGION | EU-Central-1 | the region of table and bucket, such as eu-central-1",
                "AWS_REGION | eu central 1 | the region of table and bucket, such as eu-central-1",
                "TIDEMARK_STORE | s3:bucket | aws for DynamoDB and S3, or embedded:DIRECTORY",
                "TIDEMARK_STORE | embedded: | aws for DynamoDB and S3, or embedded:DIRECTORY",
                "TIDEMARK_STORE | AWS | aws for DynamoDB and S3, or embedded:DIRECTORY",
                "TIDEMARK_TABLE | ab | a table's name",
                "TIDEMARK_TABLE | a table | a table's name",
                "TIDEMARK_BUCKET | ab | a bucket's name",
                "TIDEMARK_BUCKET | The-Bucket | a bucket's name",
                "TIDEMARK_BUCKET | -bucket | a bucket's name",
                "TIDEMARK_CLUSTER_ID | a/b | 1 to 64 letters, digits, '-' or '_'",
                "TIDEMARK_ENDPOINT | :// x | the URL of both services",
                "TIDEMARK_ENDPOINT | localhost:4566 | the URL of both services",
                "TIDEMARK_ENDPOINT | ftp://localhost | the URL of both services",
                "TIDEMARK_ENDPOINT | http:///path | the URL of both services",
                "TIDEMARK_CHECKSUMS | yes | true or false",
                "TIDEMARK_STORE_ATTEMPT_MS | 99 | a whole number from 100 to 20000",
                "TIDEMARK_STORE_ATTEMPT_MS | 20001 | a whole number from 100 to 20000",
                "TIDEMARK_STORE_ATTEMPT_MS | 5s | a whole number from 100 to 20000",
                "TIDEMARK_STORE_CALL_MS | 4999 | a whole number from 5000 to 60000",
                "TIDEMARK_STORE_CALL_MS | 60001 | a whole number from 5000 to 60000",
                "TIDEMARK_STORE_ATTEMPTS | 0 | a whole number from 1 to 10",
                "TIDEMARK_STORE_ATTEMPTS | 11 | a whole number from 1 to 10",
                "TIDEMARK_STORE_ATTEMPTS | 99999999999 | a whole number from 1 to 10",
                "TIDEMARK_MAINTENANCE_MARGIN_MS | 999 | a whole number from 1000 to 300000",
                "TIDEMARK_MAINTENANCE_MARGIN_MS | 300001 | a whole number from 1000 to 300000",
                "TIDEMARK_MAINTENANCE_PARALLEL | 0 | a whole number from 1 to 16",
                "TIDEMARK_MAINTENANCE_PARALLEL | 17 | a whole number from 1 to 16",
                "TIDEMARK_MERGE_MAX_AGE_MINUTES | 0 | a whole number from 1 to 43200",
                "TIDEMARK_MERGE_MAX_AGE_MINUTES | 43201 | a whole number from 1 to 43200",
                "TIDEMARK_SWEEP_GRACE_MINUTES | 59 | a whole number from 60 to 43200",
                "TIDEMARK_SWEEP_GRACE_MINUTES | 43201 | a whole number from 60 to 43200",
            })
    void aWrongValueIsRefusedWithItsVariable(String variable, String value, String expected) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Settings.of(with(variable, value)))
                .withMessageStartingWith(
                        "The environment variable " + variable + " is \"" + value + "\": set it to " + expected);
    }

    @ParameterizedTest
    @CsvSource({"QUARKUS_LAMBDA_HANDLER", "AWS_REGION", "TIDEMARK_STORE", "TIDEMARK_TABLE", "TIDEMARK_BUCKET"})
    void whatIsNeededAndNotSetIsAskedFor(String variable) {
        for (String unset : new String[] {"", "  "}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Settings.of(with(variable, unset)))
                    .withMessageStartingWith("The environment variable " + variable + " is not set: set it to ");
        }
    }

    @Test
    void whatIsNeededAndMissingIsAskedForToo() {
        for (String variable : AWS.keySet()) {
            Map<String, String> variables = new TreeMap<>(AWS);
            variables.remove(variable);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Settings.of(variables))
                    .withMessageStartingWith("The environment variable " + variable + " is not set: set it to ");
        }
    }

    private static Map<String, String> with(String variable, String value) {
        Map<String, String> variables = new TreeMap<>(AWS);
        variables.put(variable, value);
        return variables;
    }
}

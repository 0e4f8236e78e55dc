package io.tidemark.store.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A put as S3 gets it: its checksum ahead of the bytes as they are. */
class ChecksumsIT {
    private static final String CHECKSUM = "x-amz-checksum-crc32";

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100_000})
    void theChecksumGoesAheadOfTheBytesAsTheyAre(int size) {
        Bytes content = Bytes.wrap(new byte[size]);
        HttpMessage put = put(InProcessS3.newBucket(), content);
        assertThat(put.header(CHECKSUM)).contains(crc32(content));
        assertThat(put.body()).isEqualTo(content);
    }

    @Test
    void withoutChecksumsThereIsNone() {
        Bytes content = Bytes.utf8("content");
        HttpMessage put = put(InProcessS3.newBucket().withoutChecksums(), content);
        assertThat(put.header(CHECKSUM)).isEqualTo(Optional.empty());
        assertThat(put.body()).isEqualTo(content);
    }

    private static HttpMessage put(AwsSettings direct, Bytes content) {
        try (FaultProxy proxy = new FaultProxy(direct.endpoint().orElseThrow());
                AwsStores stores = TestEndpoint.open(direct.at(proxy.uri()))) {
            assertThat(stores.objects().putIfAbsent("o", content)).isTrue();
            assertThat(proxy.requests("PutObject")).hasSize(1);
            return proxy.requests("PutObject").get(0);
        }
    }

    private static String crc32(Bytes content) {
        CRC32 crc = new CRC32();
        crc.update(content.asByteBuffer());
        return Base64.getEncoder()
                .encodeToString(
                        ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }
}

package io.tidemark.store.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import io.tidemark.store.ObjectWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects as S3 gets them: checksums ahead of the bytes as they are. */
class ChecksumsIT {
    private static final String CHECKSUM = "x-amz-checksum-crc32";
    private static final String ALGORITHM = "x-amz-checksum-algorithm";

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

    /** S3 refuses to complete an upload that was not begun for its parts' checksums, or without each of them. */
    @Test
    void anUploadIsBegunForTheChecksumsOfItsPartsAndCompletedWithThem() {
        upload(InProcessS3.newBucket(), proxy -> {
            assertThat(proxy.requests("CreateMultipartUpload").get(0).header(ALGORITHM))
                    .contains("CRC32");
            List<String> sent = proxy.requests("UploadPart").stream()
                    .map(part -> part.header(CHECKSUM).orElseThrow())
                    .toList();
            assertThat(sent)
                    .containsExactly(
                            crc32(Bytes.wrap(new byte[S3ObjectWriter.PART_BYTES])), crc32(Bytes.wrap(new byte[1])));
            assertThat(completion(proxy))
                    .containsSubsequence(
                            "<ChecksumCRC32>" + sent.get(0) + "</ChecksumCRC32>",
                            "<ChecksumCRC32>" + sent.get(1) + "</ChecksumCRC32>");
        });
    }

    @Test
    void withoutChecksumsAnUploadHasNone() {
        upload(InProcessS3.newBucket().withoutChecksums(), proxy -> {
            assertThat(proxy.requests("CreateMultipartUpload").get(0).header(ALGORITHM))
                    .isEqualTo(Optional.empty());
            assertThat(proxy.requests("UploadPart"))
                    .hasSize(2)
                    .allSatisfy(part -> assertThat(part.header(CHECKSUM)).isEqualTo(Optional.empty()));
            assertThat(completion(proxy)).doesNotContain("Checksum");
        });
    }

    /** Of two parts, the second of one byte. */
    private static void upload(AwsSettings direct, Consumer<FaultProxy> look) {
        Bytes content = Bytes.wrap(new byte[S3ObjectWriter.PART_BYTES + 1]);
        try (FaultProxy proxy = new FaultProxy(direct.endpoint().orElseThrow());
                AwsStores stores = TestEndpoint.open(direct.at(proxy.uri()));
                ObjectWriter writer = stores.objects().write("o")) {
            writer.append(content);
            assertThat(writer.commitIfAbsent()).isTrue();
            assertThat(stores.objects().get("o", 0, content.size())).contains(content);
            look.accept(proxy);
        }
    }

    private static String completion(FaultProxy proxy) {
        return new String(
                proxy.requests("CompleteMultipartUpload").get(0).body().toByteArray(), StandardCharsets.UTF_8);
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

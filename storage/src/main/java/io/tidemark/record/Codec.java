package io.tidemark.record;

import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;

/** A batch's compression, by the name in {@code compression.type}. */
public enum Codec {
    UNCOMPRESSED("uncompressed", CompressionType.NONE),
    GZIP("gzip", CompressionType.GZIP),
    SNAPPY("snappy", CompressionType.SNAPPY),
    LZ4("lz4", CompressionType.LZ4),
    ZSTD("zstd", CompressionType.ZSTD);

    private final String configValue;
    private final CompressionType type;

    Codec(String configValue, CompressionType type) {
        this.configValue = configValue;
        this.type = type;
    }

    public String configValue() {
        return configValue;
    }

    /** The codec with this number in a batch's attributes; 5 to 7 name none. */
    static Optional<Codec> ofId(int id) {
        return Arrays.stream(values()).filter(codec -> codec.type.id == id).findFirst();
    }

    /** This codec at its own default level. */
    Compression compression() {
        return Compression.of(type).build();
    }

    /** This codec at the given level; a codec without levels ignores it. */
    Compression compression(int level) {
        return switch (this) {
            case GZIP -> Compression.gzip().level(level).build();
            case LZ4 -> Compression.lz4().level(level).build();
            case ZSTD -> Compression.zstd().level(level).build();
            case UNCOMPRESSED, SNAPPY -> compression();
        };
    }
}

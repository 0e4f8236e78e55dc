package io.tidemark.record;

/** A batch's compression, by the name in {@code compression.type}. */
public enum Codec {
    UNCOMPRESSED("uncompressed"),
    GZIP("gzip"),
    SNAPPY("snappy"),
    LZ4("lz4"),
    ZSTD("zstd");

    private final String configValue;

    Codec(String configValue) {
        this.configValue = configValue;
    }

    public String configValue() {
        return configValue;
    }
}

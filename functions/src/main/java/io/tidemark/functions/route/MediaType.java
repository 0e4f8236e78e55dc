package io.tidemark.functions.route;

/** What bodies are made of. */
public enum MediaType {
    JSON("application/json"),
    /** Kafka record batches, version 2, back to back. */
    OCTETS("application/octet-stream");

    private final String value;

    MediaType(String value) {
        this.value = value;
    }

    /** The type as it stands in Content-Type, without parameters. */
    public String value() {
        return value;
    }
}

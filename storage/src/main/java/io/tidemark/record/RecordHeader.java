package io.tidemark.record;

import java.util.Optional;

/** A record's header: a name and, mostly, a value. Names may repeat; their order is kept. */
public record RecordHeader(String name, Optional<Bytes> value) {}

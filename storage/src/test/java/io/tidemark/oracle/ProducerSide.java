package io.tidemark.oracle;

import io.tidemark.oracle.ComparedProducer.Given;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.protocol.Errors;

/** A broker or Tidemark, as one producer knows it, and the producer ids that it gave. Used by one thread. */
final class ProducerSide {
    private final ComparedProducer calls;
    private final Set<Long> given = new HashSet<>();
    private long producerId = ComparedProducer.NONE;

    ProducerSide(ComparedProducer calls) {
        this.calls = calls;
    }

    ComparedProducer calls() {
        return calls;
    }

    long producerId() {
        return producerId;
    }

    boolean gave(long id) {
        return given.contains(id);
    }

    /** Takes what is given, and tells it without the id itself, which each side gives as it likes. */
    String told(Given answer) {
        if (answer.error() != Errors.NONE) {
            return answer.error().name();
        }
        boolean same = answer.producerId() == producerId;
        producerId = answer.producerId();
        given.add(producerId);
        return (same ? "same id, epoch " : "new id, epoch ") + answer.epoch();
    }
}

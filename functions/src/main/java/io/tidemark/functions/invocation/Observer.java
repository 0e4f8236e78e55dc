package io.tidemark.functions.invocation;

import java.time.Duration;

/** Is told of every call of a function, before and after. */
public interface Observer {
    /** For a process that tells nobody. */
    Observer NONE = new Observer() {
        @Override
        public void began(Invocation invocation) {}

        @Override
        public void ended(Invocation invocation, Duration elapsed) {}
    };

    void began(Invocation invocation);

    void ended(Invocation invocation, Duration elapsed);
}

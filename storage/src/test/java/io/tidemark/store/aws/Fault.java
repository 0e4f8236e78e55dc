package io.tidemark.store.aws;

/** What goes wrong with one request on its way to a store and back. */
enum Fault {
    NONE(true),
    /** The connection is reset before the store hears of the request. */
    RESET(false),
    /** The store does it, and the connection ends without a byte of the reply. */
    DROPPED_REPLY(true),
    /** The store does it, and the connection is reset in the middle of the reply. */
    CUT_REPLY(true),
    /** The store does it, and the reply waits for {@link FaultProxy#land}, when nobody waits for it any more. */
    LATE_REPLY(true),
    /** The store gets the request at {@link FaultProxy#land}, when its sender has given up. */
    LATE_REQUEST(true),
    ERROR_500(false),
    /** The store does it, and an error is the answer. */
    ERROR_500_AFTER_EFFECT(true),
    ERROR_503(false),
    THROTTLED(false),
    /** These stay until somebody repairs what they are about. */
    DENIED(false),
    MISSING(false),
    ELSEWHERE(false);

    private final boolean reachesStore;

    Fault(boolean reachesStore) {
        this.reachesStore = reachesStore;
    }

    boolean reachesStore() {
        return reachesStore;
    }

    /** Whether it is worth sending again, to the SDK and to the log. */
    boolean passes() {
        return this != DENIED && this != MISSING && this != ELSEWHERE;
    }

    boolean isLate() {
        return this == LATE_REPLY || this == LATE_REQUEST;
    }
}

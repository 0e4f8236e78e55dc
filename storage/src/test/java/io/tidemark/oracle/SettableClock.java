package io.tidemark.oracle;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands where it is set, so that an append time can be the same in several logs. */
final class SettableClock extends Clock {
    private volatile long nowMs;

    SettableClock(long nowMs) {
        this.nowMs = nowMs;
    }

    static SettableClock atSystemTime() {
        return new SettableClock(Clock.systemUTC().millis());
    }

    void setMillis(long now) {
        nowMs = now;
    }

    @Override
    public long millis() {
        return nowMs;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(nowMs);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}

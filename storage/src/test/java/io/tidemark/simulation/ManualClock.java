package io.tidemark.simulation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves when it is told to. Thread-safe. */
public final class ManualClock extends Clock {
    private final AtomicLong nowMs;

    public ManualClock(long nowMs) {
        this.nowMs = new AtomicLong(nowMs);
    }

    /** Standing where the system's clock is. */
    public static ManualClock atSystemTime() {
        return new ManualClock(Clock.systemUTC().millis());
    }

    public void setMillis(long now) {
        nowMs.set(now);
    }

    public void advance(Duration by) {
        nowMs.addAndGet(by.toMillis());
    }

    @Override
    public long millis() {
        return nowMs.get();
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
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

package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

final class DeadlineTest {
    private static final Instant LAST = Instant.parse("2026-05-01T12:00:00Z");

    private final Deadline deadline = new Deadline(LAST);

    @Test
    void itPassesBehindItsLastMoment() {
        assertThat(deadline.hasPassed(at(-1))).isFalse();
        assertThat(deadline.hasPassed(at(0))).isFalse();
        assertThat(deadline.hasPassed(at(1))).isTrue();
        assertThat(Deadline.NONE.hasPassed(at(1))).isFalse();
    }

    @Test
    void aWaitEndsWithIt() {
        Duration wait = Duration.ofMillis(500);
        assertThat(deadline.left(at(-501), wait)).isEqualTo(wait);
        assertThat(deadline.left(at(-499), wait)).isEqualTo(Duration.ofMillis(499));
        assertThat(deadline.left(at(0), wait)).isZero();
        assertThat(deadline.left(at(1), wait)).isZero();
        assertThat(Deadline.NONE.left(at(0), wait)).isEqualTo(wait);
    }

    private static Clock at(long ms) {
        return Clock.fixed(LAST.plusMillis(ms), ZoneOffset.UTC);
    }
}

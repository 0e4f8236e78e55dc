package io.tidemark.local.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PermitsTest {
    private final Permits permits = new Permits(2, Duration.ZERO);

    @Test
    void workBeyondTheLimitIsTurnedAway() throws IOException {
        assertThat(nested(1)).isEqualTo(1);
        assertThat(nested(2)).isEqualTo(2);
        assertThat(nested(3)).isEqualTo(2);
    }

    @Test
    void permitsComeBackFromWorkThatFails() throws IOException {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> permits.run(() -> {
                        throw new IOException("gone");
                    }))
                    .hasMessage("gone");
        }
        assertThat(permits.run(() -> "done")).isEqualTo(Optional.of("done"));
    }

    /** How many of so many nested pieces of work were let in. */
    private int nested(int depth) throws IOException {
        return depth == 0 ? 0 : permits.run(() -> 1 + nested(depth - 1)).orElse(0);
    }
}

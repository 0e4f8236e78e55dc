package io.tidemark.local.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final Turns turns = new Turns(5, Duration.ZERO);

    @Test
    void callsBeyondTheUnitsAreTurnedAway() {
        assertThat(turns.take(4, () -> turns.take(1, () -> turns.take(1, () -> "third"))))
                .contains(Optional.of(Optional.empty()));
        assertThat(turns.take(2, () -> turns.take(4, () -> "second"))).contains(Optional.empty());
        assertThat(turns.take(6, () -> "first")).isEmpty();
        assertThat(turns.take(5, () -> "first")).contains("first");
    }

    @Test
    void unitsComeBackFromCallsThatFail() {
        assertThatThrownBy(() -> turns.take(5, () -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");

        assertThat(turns.take(5, () -> "next")).contains("next");
    }

    @Test
    void aCallThatPausesLetsOthersHaveTheirTurn() {
        StringBuilder order = new StringBuilder();
        turns.take(4, () -> {
            turns.pausing(duration -> order.append(duration.toMillis()).append(elsewhere(5)))
                    .pause(Duration.ofMillis(7));
            return order.append(elsewhere(2)).append(elsewhere(1));
        });

        assertThat(order).hasToString("7taken refused taken ");
        assertThat(turns.take(5, () -> "next")).contains("next");
    }

    @Test
    void aPauseOutsideOfACallHasNoTurnToGive() {
        turns.pausing(duration -> {}).pause(Duration.ZERO);

        assertThat(turns.take(5, () -> "all")).contains("all");
        assertThat(turns.take(6, () -> "more")).isEmpty();
    }

    /** What another thread gets. */
    private String elsewhere(int units) {
        StringBuilder result = new StringBuilder();
        Thread thread =
                new Thread(() -> result.append(turns.take(units, () -> "taken ").orElse("refused ")));
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return result.toString();
    }
}

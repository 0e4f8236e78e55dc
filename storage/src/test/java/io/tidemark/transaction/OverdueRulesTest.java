package io.tidemark.transaction;

import static io.tidemark.transaction.Items.FRESH;
import static io.tidemark.transaction.Items.NONE;
import static io.tidemark.transaction.Items.NOW;
import static io.tidemark.transaction.Items.STARTED;
import static io.tidemark.transaction.Items.epoch;
import static io.tidemark.transaction.Items.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.TransactionItem;
import io.tidemark.layout.TransactionState;
import io.tidemark.transaction.OverdueRules.Due;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OverdueRulesTest {
    private static final Instant DEADLINE = STARTED.plus(Duration.ofMinutes(1));

    @ParameterizedTest
    @CsvSource({"-1, Later", "0, Abort", "1, Abort"})
    void aTransactionIsAbortedFromItsDeadlineOn(long pastMs, String due) {
        assertThat(OverdueRules.decide(Optional.of(item(Items.ongoing())), NONE, DEADLINE.plusMillis(pastMs)))
                .satisfies(decided ->
                        assertThat(decided.getClass().getSimpleName()).isEqualTo(due));
    }

    @Test
    void anAbortMovesTheEpochSoThatTheOwnerIsFenced() {
        Due.Abort abort = (Due.Abort) OverdueRules.decide(Optional.of(item(Items.ongoing())), NONE, DEADLINE);

        assertThat(abort.aborted().next()).isEqualTo(epoch(7, 6));
        assertThat(abort.aborted().state())
                .isEqualTo(new TransactionState.Prepare(
                        Items.CURRENT, false, STARTED, Items.ongoing().partitions()));
        TransactionItem last = item(epoch(7, 32_766), Items.ongoing());
        assertThat(((Due.Abort) OverdueRules.decide(Optional.of(last), FRESH, DEADLINE))
                        .aborted()
                        .next())
                .isEqualTo(epoch(900, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PrepareCommit", "PrepareAbort"})
    void aDecisionIsCarriedOutAtOnce(String state) {
        TransactionItem item = item(Items.named(state));

        assertThat(OverdueRules.decide(Optional.of(item), NONE, STARTED)).isEqualTo(new Due.Finish(item));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Empty", "CompleteCommit", "CompleteAbort"})
    void anIdExpiresSevenDaysAfterItsLastChange(String state) {
        TransactionItem item = item(Items.named(state));
        Instant expiry = item.changedAt().plus(Duration.ofDays(7));

        assertThat(OverdueRules.decide(Optional.of(item), NONE, expiry.minusMillis(1)))
                .isInstanceOf(Due.Later.class);
        assertThat(OverdueRules.decide(Optional.of(item), NONE, expiry)).isEqualTo(new Due.Expire(item));
    }

    @Test
    void anIdleIdIsLookedAtByTheDayBehindItsExpiry() {
        Instant look = OverdueRules.nextLook(item(Items.empty()));

        assertThat(look.toEpochMilli() % Duration.ofDays(1).toMillis()).isZero();
        assertThat(Duration.between(NOW.minusSeconds(10).plus(Duration.ofDays(7)), look))
                .isBetween(Duration.ZERO, Duration.ofDays(1));
    }

    @Test
    void anIdThatIsGoneNeedsNothing() {
        assertThat(OverdueRules.decide(Optional.empty(), NONE, NOW)).isEqualTo(new Due.Gone());
    }
}

package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.store.Value;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class LastRunTest {
    @Test
    void encodesToTheGoldenItemAndBack() {
        LastRun run = new LastRun(Instant.ofEpochMilli(1_700_000_000_789L));
        GoldenItem golden = GoldenItem.read("last-run.txt");

        assertThat(new GoldenItem(LastRun.key(), run.encode())).isEqualTo(golden);
        assertThat(LastRun.decode(golden.item())).isEqualTo(run);
    }

    @Test
    void refusesANewerLayout() {
        assertThatThrownBy(() ->
                        LastRun.decode(GoldenItem.read("last-run.txt").with("v", Value.of(LayoutVersion.CURRENT + 1))))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("has layout version 2");
    }
}

package io.tidemark.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpdateTest {

    @Test
    void twoActionsOnPathsThatOverlapAreRefused() {
        List<Update.Builder> overlapping = List.of(
                Update.builder().append(Path.of("l"), Bytes.EMPTY).removeFirst(Path.of("l"), 1),
                Update.builder().set(Path.of("m"), Value.of(1)).add(Path.of("m", "k"), 1),
                Update.builder().remove(Path.of("m", "k")).remove(Path.of("m")),
                Update.builder().set(Path.of("m", "k"), Value.of(1)).set(Path.of("m", "k"), Value.of(1)));
        for (Update.Builder update : overlapping) {
            assertThatThrownBy(update::build).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aRightHandSideMayBeAnotherActionsPath() {
        Update update = Update.builder()
                .add(Path.of("high"), 1)
                .setFrom(Path.of("m", "k"), Path.of("high"))
                .remove(Path.of("m", "j"))
                .build();
        assertThat(update.actions()).hasSize(3);
    }

    @Test
    void anUpdateWithoutAnActionIsRefused() {
        assertThatThrownBy(() -> Update.builder().build()).isInstanceOf(IllegalArgumentException.class);
    }
}

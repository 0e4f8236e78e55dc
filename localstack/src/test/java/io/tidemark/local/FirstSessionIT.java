package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The README shows what its first session really answers. */
class FirstSessionIT {
    @Test
    void theReadmeShowsWhatTheFirstSessionAnswers() throws Exception {
        try (LocalServer server = LocalServer.start(Options.DEFAULT.withPort(0).withPlace(new Place.Memory()))) {
            assertThat(FirstSession.with(server.url())).isEqualTo(FirstSession.shown());
        }
    }
}

package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProducerIdBlockTest {
    @Test
    void isStoredAsTheGoldenItem() {
        ProducerIdBlock third = new ProducerIdBlock(3_000);

        assertThat(new GoldenItem(ProducerIdBlock.key(), third.encode()))
                .isEqualTo(GoldenItem.read("producer-ids.txt"));
        assertThat(ProducerIdBlock.decode(GoldenItem.read("producer-ids.txt").item()))
                .isEqualTo(third);
        assertThat(third.begin()).isEqualTo(2_000);
    }

    @Test
    void theFirstBlockBeginsAtZero() {
        assertThat(ProducerIdBlock.first().begin()).isZero();
    }
}

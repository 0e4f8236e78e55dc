package io.tidemark.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import io.tidemark.store.Item;
import io.tidemark.store.Value;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class ItemCodecTest {
    private static final int SEED = 81;
    private static final int ITEMS = 2_000;

    private static final Item GOLDEN = new Item(Map.of(
            "v", Value.of(1),
            "low", Value.of(Long.MIN_VALUE),
            "neg", Value.of(-300),
            "text", Value.of("é€😀"),
            "blob", Value.of(Bytes.wrap(new byte[] {0, -1, 127})),
            "tail", new Value.Sequence(List.of(Value.of(Bytes.utf8("r1")), Value.of(2), Value.Sequence.EMPTY)),
            "px", new Value.Dictionary(Map.of("b", Value.of("x"), "a", Value.Dictionary.EMPTY))));

    @Test
    void theFirstVersionIsWrittenAndReadByteForByte() throws IOException {
        byte[] golden = golden();
        assertThat(HexFormat.of().formatHex(ItemCodec.encode(GOLDEN)))
                .isEqualTo(HexFormat.of().formatHex(golden));
        assertThat(ItemCodec.decode(golden)).isEqualTo(GOLDEN);
    }

    @Test
    void anyItemComesBack() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < ITEMS; i++) {
            Item item = new Item(entries(random, 3));
            assertThat(ItemCodec.decode(ItemCodec.encode(item)))
                    .as("seed %s, item %s", SEED, i)
                    .isEqualTo(item);
        }
    }

    @Test
    void anyDamagedBitIsNoticed() throws IOException {
        byte[] golden = golden();
        for (int bit = 0; bit < golden.length * 8; bit++) {
            byte[] damaged = golden.clone();
            damaged[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThatThrownBy(() -> ItemCodec.decode(damaged)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void anItemThatIsCutIsNoticed() throws IOException {
        byte[] golden = golden();
        for (int length = 0; length < golden.length; length++) {
            byte[] cut = Arrays.copyOf(golden, length);
            assertThatThrownBy(() -> ItemCodec.decode(cut)).isInstanceOf(IllegalStateException.class);
        }
        for (int length = 0; length < golden.length - 4; length++) {
            byte[] cut = Arrays.copyOf(golden, length);
            assertThatThrownBy(() -> ItemCodec.decode(withCrc(cut)))
                    .as("%s bytes with a checksum of their own", length)
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aNewerVersionIsRefusedByItsNumber() {
        assertThatThrownBy(() -> ItemCodec.decode(withCrc(new byte[] {2, 0})))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("layout version 2");
        assertThat(ItemCodec.decode(withCrc(new byte[] {1, 0}))).isEqualTo(Item.EMPTY);
    }

    private static byte[] golden() throws IOException {
        try (InputStream hex = ItemCodecTest.class.getResourceAsStream("/store/v1/item.hex")) {
            assertThat(hex).isNotNull();
            return HexFormat.of().parseHex(new String(hex.readAllBytes(), StandardCharsets.US_ASCII).trim());
        }
    }

    private static byte[] withCrc(byte[] body) {
        CRC32C crc = new CRC32C();
        crc.update(body);
        return ByteBuffer.allocate(body.length + 4)
                .put(body)
                .putInt((int) crc.getValue())
                .array();
    }

    private static Map<String, Value> entries(SplittableRandom random, int depth) {
        Map<String, Value> entries = new HashMap<>();
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            entries.put("n" + random.nextInt(100), value(random, depth));
        }
        return entries;
    }

    private static Value value(SplittableRandom random, int depth) {
        return switch (random.nextInt(depth > 0 ? 5 : 3)) {
            case 0 -> Value.of(random.nextLong() >> random.nextInt(64));
            case 1 -> Value.of("é".repeat(random.nextInt(200)));
            case 2 -> {
                byte[] bytes = new byte[random.nextInt(300)];
                random.nextBytes(bytes);
                yield Value.of(Bytes.wrap(bytes));
            }
            case 3 -> {
                List<Value> values = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    values.add(value(random, depth - 1));
                }
                yield new Value.Sequence(values);
            }
            default -> new Value.Dictionary(entries(random, depth - 1));
        };
    }
}

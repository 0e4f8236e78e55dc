package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.Head;
import io.tidemark.layout.Page;
import io.tidemark.layout.Segment;
import io.tidemark.record.Bytes;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is damaged is reported; the other partitions are done, and nothing that may still be needed is deleted. */
final class DamagedPartitionTest {
    private static final int SEGMENT_END = ContestedWorld.PAGE;
    private static final int BYTE_OF_THE_RECORDS = 65;

    /** What is wrong with one of three partitions. */
    @SuppressWarnings("ImmutableEnumChecker") // the lambdas keep nothing
    enum Damage {
        NEWER_HEAD(world -> newer(world, Head.key(world.contested))),
        NEWER_PAGE(world -> newer(world, Page.key(world.contested, SEGMENT_END))),
        NEWER_SEGMENT(world -> newer(world, Segment.key(world.contested, 0))),
        MISSING_OBJECT(
                world -> objects(world).delete(List.of(namedObjects(world).get(3)))),
        DAMAGED_OBJECT(world -> {
            String key = namedObjects(world).get(3);
            byte[] content =
                    objects(world).get(key, 0, Integer.MAX_VALUE).orElseThrow().toByteArray();
            content[BYTE_OF_THE_RECORDS] ^= 1;
            objects(world).delete(List.of(key));
            objects(world).putIfAbsent(key, Bytes.wrap(content));
        });

        private final Consumer<ContestedWorld> action;

        Damage(Consumer<ContestedWorld> action) {
            this.action = action;
        }

        private static void newer(ContestedWorld world, ItemKey key) {
            assertThat(world.items().get(key)).isPresent();
            world.items().put(key, new Item(Map.of("v", Value.of(9))), List.of());
        }
    }

    @ParameterizedTest
    @EnumSource(Damage.class)
    void itIsReportedTheOthersAreDoneAndNothingNeededGoes(Damage damage) {
        ContestedWorld world = new ContestedWorld();
        for (int partition = 0; partition < ContestedWorld.PARTITIONS; partition++) {
            world.append(partition, ContestedWorld.PAGE, 1);
        }
        world.world.merge();
        for (int partition = 0; partition < ContestedWorld.PARTITIONS; partition++) {
            world.append(partition, ContestedWorld.PAGE, 1);
        }
        List<String> needed = namedObjects(world);
        damage.action.accept(world);
        needed = needed.stream().filter(world.world::exists).toList();
        world.world.passes(Duration.ofHours(25));

        for (int run = 0; run < 2; run++) {
            MaintenanceReport report;
            try (CapturedLog log = new CapturedLog()) {
                report = world.tick();
                assertThat(log.lines(Level.SEVERE)).isNotEmpty();
            }
            assertThat(report.failed())
                    .isNotEmpty()
                    .allMatch(failed -> failed.partition() == ContestedWorld.CONTESTED
                            || failed.step().filter(StepName.SWEEP::equals).isPresent());
            assertThat(report.failed()).anyMatch(failed -> failed.topic().equals("orders"));
            assertThat(report.skipped()).isEmpty();
            for (int partition : new int[] {0, 2}) {
                assertThat(world.head(partition).offsets().merged()).isEqualTo(2L * ContestedWorld.PAGE);
            }
            assertThat(needed).allMatch(world.world::exists);
            world.world.passes(Duration.ofDays(2));
        }
    }

    private static ObjectStore objects(ContestedWorld world) {
        return world.world.store.objects();
    }

    /** The objects of the page of the partition that is going to be damaged, and its segment's. */
    private static List<String> namedObjects(ContestedWorld world) {
        ItemKey page = Page.key(world.contested, SEGMENT_END);
        List<String> batches = Page.decode(page, world.items().get(page).orElseThrow()).references().stream()
                .map(BatchReference::object)
                .map(object -> object.objectKey())
                .toList();
        ItemKey segment = Segment.key(world.contested, 0);
        String merged = Segment.decode(segment, world.items().get(segment).orElseThrow())
                .objectKey(world.contested);
        return Stream.concat(batches.stream(), Stream.of(merged)).toList();
    }
}

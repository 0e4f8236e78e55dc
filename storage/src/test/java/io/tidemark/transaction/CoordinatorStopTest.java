package io.tidemark.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.audit.Audit;
import io.tidemark.audit.AuditScope;
import io.tidemark.audit.Rule;
import io.tidemark.maintenance.MaintenanceReport;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.record.Answer;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.LosingGate;
import io.tidemark.simulation.LosingGate.Loss;
import io.tidemark.simulation.StoppingGate;
import io.tidemark.simulation.World;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A producer begins, writes to two partitions and ends, and each store call of that in turn is lost in every way, once
 * with a client that tries again and once with a process that is dead from there on. Readers see all or nothing, no
 * marker stands twice, nothing is held back behind the timeout, and the next transaction goes well.
 */
final class CoordinatorStopTest {
    private static final Duration TICK = Duration.ofMinutes(1);
    private static final int MAX_ATTEMPTS = 6;

    static Stream<Arguments> ways() {
        return Stream.of(Loss.values()).flatMap(loss -> Stream.of(true, false).map(end -> Arguments.of(loss, end)));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aCallThatIsLostIsMadeGoodByTheSameRequestAgain(Loss loss, boolean committed) {
        for (int place = 1; ; place++) {
            World world = World.inMemory(2);
            LosingGate losing = new LosingGate(place, loss);
            Client client = new Client(world.process(losing));
            transaction(client, committed, MAX_ATTEMPTS);
            if (!losing.lost()) {
                assertThat(place).as("calls").isGreaterThan(10);
                return;
            }
            losing.landAll();
            String where = loss + " at " + place + " of " + losing.calls();
            assertThat(seen(world)).as(where).isEqualTo(committed ? List.of("a.0", "b.0") : List.of());
            assertNothingIsLeft(world, where);
            goesOn(world, client, where);
        }
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void whatADeadProcessLeavesIsAllOrNothing(Loss loss) {
        for (int place = 1; ; place++) {
            World world = World.inMemory(2);
            LosingGate losing = new LosingGate(place, loss);
            Gate stopped = new StoppingGate(place).before(losing);
            boolean decided = transaction(new Client(world.process(stopped)), true, 1);
            if (!losing.lost()) {
                return;
            }
            String where = loss + " at " + place + " of " + losing.calls();
            losing.landAll();
            world.clock().advance(Client.TIMEOUT);
            maintain(world);

            List<String> seen = seen(world);
            assertThat(seen).as(where).isIn(List.of(), List.of("a.0", "b.0"));
            assertThat(!decided || seen.size() == 2).as(where).isTrue();
            assertNothingIsLeft(world, where);
            goesOn(world, new Client(world.process()), where);
        }
    }

    /** Whether the end was answered as decided. */
    private static boolean transaction(Client client, boolean committed, int attempts) {
        return until(attempts, client::init)
                && until(attempts, () -> all(client.sendAll(Map.of(0, "a"))))
                && until(attempts, () -> all(client.sendAll(Map.of(1, "b"))))
                && until(attempts, () -> client.end(committed));
    }

    private static Answer<?> all(List<? extends Answer<?>> answers) {
        return answers.get(0);
    }

    private static boolean until(int attempts, Supplier<Answer<?>> call) {
        for (int i = 0; i < attempts; i++) {
            if (call.get() instanceof Answer.Given) {
                return true;
            }
        }
        return false;
    }

    private static void goesOn(World world, Client client, String where) {
        int before = seen(world).size();
        assertThat(until(3, client::init)).as(where).isTrue();
        World.value(client.sendAll(Map.of(0, "next")).get(0));
        World.value(client.commit());
        assertThat(seen(world)).as(where).hasSize(before + 1).contains("next.0");
    }

    private static void assertNothingIsLeft(World world, String where) {
        for (int partition = 0; partition < 2; partition++) {
            assertThat(world.head(partition).transactions().open()).as(where).isEmpty();
            assertThat(world.head(partition).transactions().aborting())
                    .as(where)
                    .isEmpty();
            assertThat(world.head(partition).offsets().high()).as(where).isLessThanOrEqualTo(2);
        }
        assertThat(new Audit(world.objects(), world.items(), world.clock())
                        .run(AuditScope.everything())
                        .findings())
                .as(where)
                .filteredOn(finding -> finding.rule() != Rule.GARBAGE_IS_SWEPT)
                .isEmpty();
    }

    private static List<String> seen(World world) {
        return Stream.of(0, 1)
                .flatMap(partition -> Client.visible(world.process(), partition).stream())
                .toList();
    }

    private static void maintain(World world) {
        for (int i = 0; i < 2; i++) {
            MaintenanceReport report = world.process().maintain(MaintenanceRequest.due(TICK));
            assertThat(report.failed()).isEmpty();
            world.clock().advance(TICK);
        }
    }
}

package io.tidemark.functions.invocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.functions.FixedContext;
import io.tidemark.functions.http.Json;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.partition.FanOut;
import io.tidemark.record.Answer;
import io.tidemark.record.Bytes;
import io.tidemark.record.KafkaError;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.store.metered.MeteredItemStore;
import io.tidemark.store.metered.MeteredObjectStore;
import io.tidemark.store.metered.StoreMeter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProcessObserverTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    private final EmbeddedStore store = EmbeddedStore.inMemory();
    private final StoreMeter meter = new StoreMeter();
    private final MeteredItemStore items = new MeteredItemStore(store.items(), meter);
    private final ObjectStore objects = new MeteredObjectStore(store.objects(), meter);
    private final List<String> told = new ArrayList<>();
    private final Invocations invocations = invocations(Map.of("Stage", "prod", "Team", "data"));

    @Test
    void aCallIsOneLineOfMetrics() {
        run(call -> {
            call.isAbout(new Invocation.Subject("fetchRecords", Optional.of("orders"), Optional.of("0")));
            call.add(Metric.RECORDS, 5);
            call.answered(List.of(
                    Answer.of(1),
                    Answer.refused(KafkaError.INVALID_RECORD, "a"),
                    Answer.refused(KafkaError.INVALID_RECORD, "b"),
                    Answer.refused(KafkaError.REQUEST_TIMED_OUT, "c")));
            assertThat(objects.putIfAbsent("k", Bytes.utf8("object"))).isTrue();
        });

        assertThat(told)
                .containsExactly("{\"_aws\":{\"Timestamp\":" + NOW.toEpochMilli()
                        + ",\"CloudWatchMetrics\":[{\"Namespace\":\"Tidemark\",\"Dimensions\":[[\"FunctionName\"],"
                        + "[\"FunctionName\",\"Stage\",\"Team\"]],\"Metrics\":[{\"Name\":\"Requests\",\"Unit\":\"Count\"},{\"Name\":\"Errors\","
                        + "\"Unit\":\"Count\"},{\"Name\":\"Latency\",\"Unit\":\"Milliseconds\"},{\"Name\":\"ColdStarts\","
                        + "\"Unit\":\"Count\"},{\"Name\":\"Records\",\"Unit\":\"Count\"},{\"Name\":\"ObjectWrites\","
                        + "\"Unit\":\"Count\"},{\"Name\":\"Errors.INVALID_RECORD\",\"Unit\":\"Count\"},"
                        + "{\"Name\":\"Errors.REQUEST_TIMED_OUT\",\"Unit\":\"Count\"}]}]},"
                        + "\"FunctionName\":\"prod-fetch\",\"Stage\":\"prod\",\"Team\":\"data\",\"Requests\":1,\"Errors\":3,\"Latency\":0,"
                        + "\"ColdStarts\":1,\"Records\":5,\"ObjectWrites\":1,\"Errors.INVALID_RECORD\":2,"
                        + "\"Errors.REQUEST_TIMED_OUT\":1,\"request_id\":\"request\",\"function\":\"fetch\","
                        + "\"cold_start\":true,\"operation\":\"fetchRecords\",\"topic\":\"orders\",\"partition\":0}");
    }

    @Test
    void withoutDimensionsOfOnesOwnEveryMetricIsSentOnce() {
        invocations(Map.of()).run("fetch", FixedContext.with(Duration.ofSeconds(25)), call -> "");

        assertThat(last().at("/_aws/CloudWatchMetrics/0/Dimensions")).isEqualTo(Json.read("[[\"FunctionName\"]]"));
    }

    @Test
    void aLineHasNoFieldTwice() {
        run(call -> {
            call.isAbout(new Invocation.Subject("fetchRecords", Optional.of("orders"), Optional.of("0")));
            call.failed("INVALID_RECORD");
        });

        last().fieldNames()
                .forEachRemaining(name -> assertThat(MetricLine.hasField(name))
                        .as(name)
                        .isNotEqualTo(Set.of("Stage", "Team").contains(name)));
    }

    @Test
    void unitsAreThoseOfTheCallWhoeverOfItsThreadsAskedForThem() {
        items.get(new ItemKey("before", "the call"));
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int i = 1; i <= 20; i++) {
                run(call -> assertThat(FanOut.map(
                                threads,
                                IntStream.range(0, 50).boxed().toList(),
                                each -> items.get(new ItemKey("p" + each, "s"))))
                        .hasSize(50));
                assertThat(last().path("ReadUnits").intValue()).as("call %s", i).isEqualTo(50);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void refusedWritesAreConflictsAndCostUnits() {
        ItemKey key = new ItemKey("p", "s");
        run(call -> {
            items.put(key, Item.EMPTY, List.of(LayoutVersion.noItem()));
            items.put(key, Item.EMPTY, List.of(LayoutVersion.isCurrent()));
        });
        assertThat(last().path("WriteUnits").intValue()).isEqualTo(2);
        assertThat(last().path("Conflicts").intValue()).isOne();
    }

    @Test
    void onlyTheFirstCallOfAProcessIsCold() {
        run(call -> {});
        run(call -> {});
        assertThat(last().path("cold_start").booleanValue()).isFalse();
        assertThat(last().has("ColdStarts")).isFalse();

        invocations.restored();
        run(call -> {});
        assertThat(last().path("ColdStarts").intValue()).isOne();
    }

    @Test
    void aCallThatFailsIsToldOfToo() {
        assertThatIllegalStateException()
                .isThrownBy(() -> run(call -> {
                    throw new IllegalStateException("broken");
                }));
        assertThat(last().path("Requests").intValue()).isOne();
    }

    @Test
    void whatMustBeLeftForACommitIsTakenFromTheCallsTime() {
        run(Duration.ofSeconds(6), call -> assertThat(call.isLate()).isFalse());
        run(Duration.ofMillis(5_999), call -> assertThat(call.isLate()).isTrue());
        run(Duration.ofSeconds(8), call -> {
            assertThat(call.left(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(1));
            assertThat(call.left(Duration.ofSeconds(20))).isEqualTo(Duration.ofSeconds(2));
        });
    }

    private Invocations invocations(Map<String, String> dimensions) {
        return new Invocations(
                CLOCK,
                Duration.ofSeconds(6),
                ProcessObserver.of(CLOCK, new LogLines(), meter)
                        .telling(new MetricLine("Tidemark", "prod-fetch", dimensions), told::add));
    }

    private void run(Consumer<Invocation> work) {
        run(Duration.ofSeconds(25), work);
    }

    private void run(Duration left, Consumer<Invocation> work) {
        invocations.run("fetch", FixedContext.with(left), call -> {
            work.accept(call);
            return "";
        });
    }

    private JsonNode last() {
        return Json.read(told.get(told.size() - 1));
    }
}

package io.tidemark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the direction of the packages and keeps clocks, randomness and sleeping out of the log. */
class ArchitectureTest {
    private static final String ROOT = "io.tidemark";

    /** In reading order; each may use those before it, and the facade in the root package may use all. */
    private static final List<String> ORDER = Stream.of(
                    "record",
                    "topic",
                    "producer",
                    "store",
                    "layout",
                    "partition",
                    "transaction",
                    "produce",
                    "log",
                    "admin",
                    "sweep",
                    "compaction",
                    "maintenance",
                    "audit")
            .map(name -> ROOT + "." + name)
            .toList();

    private static final List<String> ADAPTERS = Stream.of("aws", "embedded", "metered")
            .map(name -> ROOT + ".store." + name)
            .toList();

    /** Classes that may read the wall clock, draw random numbers or sleep: name, and the reason. */
    private static final Map<String, String> UNPREDICTABLE_BY_DESIGN = Map.of();

    /** Owner and method; with {@code ()} only the variant without parameters. */
    private static final List<String> UNPREDICTABLE = List.of(
            "java.lang.Math.random",
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.Thread.sleep",
            "java.security.SecureRandom.<init>",
            "java.time.Clock.systemDefaultZone",
            "java.time.Clock.systemUTC",
            "java.time.Clock.system",
            "java.time.Instant.now()",
            "java.util.Random.<init>",
            "java.util.SplittableRandom.<init>",
            "java.util.UUID.randomUUID",
            "java.util.concurrent.ThreadLocalRandom.current",
            "java.util.concurrent.TimeUnit.sleep",
            "org.apache.kafka.common.Uuid.randomUuid");

    private static final JavaClasses STORAGE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @TempDir
    Path classes;

    @ParameterizedTest
    @MethodSource("rules")
    void storageKeepsTheRule(ArchRule rule) {
        rule.check(STORAGE);
    }

    @Test
    void exceptionsNameClassesThatExist() {
        assertThat(UNPREDICTABLE_BY_DESIGN.keySet()).allSatisfy(name -> Class.forName(name));
    }

    @ParameterizedTest
    @MethodSource("breaches")
    void aBreachIsFound(List<String> sources) throws IOException {
        JavaClasses breach = compile(sources);
        assertThat(rules())
                .filteredOn(rule -> rule.evaluate(breach).hasViolation())
                .isNotEmpty();
    }

    @Test
    void aUseOfWhatStandsBeforeIsNoBreach() throws IOException {
        JavaClasses allowed = compile(List.of(
                "package org.apache.kafka.any; public class K {}",
                "package software.amazon.any; public class S {}",
                "package io.tidemark.record; public class R { org.apache.kafka.any.K k; }",
                "package io.tidemark.store; public interface P { io.tidemark.record.R r(); }",
                "package io.tidemark.store.aws; class A { io.tidemark.store.P p; software.amazon.any.S s; }",
                "package io.tidemark.log; public class L { io.tidemark.store.P p; }",
                "package io.tidemark; class F { io.tidemark.log.L l; Object o = java.time.Instant.now("
                        + "java.time.Clock.fixed(java.time.Instant.EPOCH, java.time.ZoneOffset.UTC)); }"));
        assertThat(rules()).noneMatch(rule -> rule.evaluate(allowed).hasViolation());
    }

    static List<List<String>> breaches() {
        return List.of(
                List.of("package io.tidemark.audit; public class A {}", use("log", "io.tidemark.audit.A")),
                List.of("package io.tidemark; public class F {}", use("audit", "io.tidemark.F")),
                List.of("package io.tidemark.store.aws; public class S {}", use("log", "io.tidemark.store.aws.S")),
                List.of(
                        "package io.tidemark.store.embedded; public class E {}",
                        "package io.tidemark; class F { io.tidemark.store.embedded.E e; }"),
                List.of("package io.tidemark.topic; public class T {}", use("store.metered", "io.tidemark.topic.T")),
                List.of("package software.amazon.any; public class S {}", use("store", "software.amazon.any.S")),
                List.of("package io.quarkus.any; public class Q {}", use("log", "io.quarkus.any.Q")),
                List.of("package jakarta.any; public class J {}", use("log", "jakarta.any.J")),
                List.of("package com.fasterxml.any; public class J {}", use("admin", "com.fasterxml.any.J")),
                List.of("package org.apache.kafka.any; public class K {}", use("topic", "org.apache.kafka.any.K")),
                List.of(run("Object o = java.time.Instant.now();")),
                List.of(run("java.util.function.Supplier<Object> s = java.time.Instant::now;")),
                List.of(run("Object o = java.time.Clock.systemUTC();")),
                List.of(run("Object o = new java.util.Random(7);")),
                List.of(run("java.util.concurrent.TimeUnit.SECONDS.sleep(1);")));
    }

    static List<ArchRule> rules() {
        List<ArchRule> rules = new ArrayList<>();
        for (int i = 0; i < ORDER.size(); i++) {
            List<String> later = new ArrayList<>(ORDER.subList(i + 1, ORDER.size()));
            later.add(ROOT);
            rules.add(ban(ORDER.get(i), later));
        }
        for (String adapter : ADAPTERS) {
            List<String> others = Stream.of(ORDER, ADAPTERS, List.of(ROOT))
                    .flatMap(List::stream)
                    .filter(name ->
                            !List.of(adapter, ROOT + ".record", ROOT + ".store").contains(name))
                    .toList();
            rules.add(ban(adapter, others));
            rules.add(banOutside(adapter, adapter));
        }
        rules.add(banOutside(ROOT + ".store.aws", "software.amazon.."));
        rules.add(banOutside(ROOT + ".record", "org.apache.kafka.."));
        rules.add(banOutside("nowhere", "io.quarkus..", "jakarta..", "com.fasterxml.."));
        rules.add(slices().matching(ROOT + ".(**)").should().beFreeOfCycles().allowEmptyShould(true));
        rules.add(noClasses()
                .that(DescribedPredicate.describe(
                        "are not listed", type -> !UNPREDICTABLE_BY_DESIGN.containsKey(type.getName())))
                .should()
                .accessTargetWhere(DescribedPredicate.describe("is unpredictable", ArchitectureTest::unpredictable))
                .because("a seed must replay: take a clock, a random source or a pause by constructor")
                .allowEmptyShould(true));
        return rules;
    }

    private static ArchRule ban(String user, List<String> used) {
        return noClasses()
                .that()
                .resideInAPackage(user)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(used.toArray(String[]::new))
                .allowEmptyShould(true);
    }

    private static ArchRule banOutside(String user, String... used) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(user)
                .and()
                .resideInAPackage(ROOT + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(used)
                .allowEmptyShould(true);
    }

    private static boolean unpredictable(JavaAccess<?> access) {
        String name =
                access.getTargetOwner().getName() + "." + access.getTarget().getName();
        return UNPREDICTABLE.contains(name)
                || (UNPREDICTABLE.contains(name + "()")
                        && access.getTarget().getFullName().endsWith("()"));
    }

    private static String use(String name, String used) {
        return "package io.tidemark.%s; class User { %s used; }".formatted(name, used);
    }

    private static String run(String statement) {
        return "package io.tidemark.log; class Run { void run() throws Exception { %s } }".formatted(statement);
    }

    private JavaClasses compile(List<String> sources) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-d", classes.toString(), "-proc:none"));
        for (int i = 0; i < sources.size(); i++) {
            String type = sources.get(i).replaceFirst("(?s).*?(?:class|interface) (\\w+).*", "$1");
            Path file = Files.createDirectories(classes.resolve("source" + i)).resolve(type + ".java");
            arguments.add(Files.writeString(file, sources.get(i)).toString());
        }
        int exit = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(exit).as("compiling %s", sources).isZero();
        return new ClassFileImporter().importPath(classes);
    }
}

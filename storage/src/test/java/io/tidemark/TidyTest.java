package io.tidemark;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.TidyRules.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads every Java file of every module; an exception is one line in tidy-exceptions.txt. */
class TidyTest {
    private static final Path REPOSITORY = repository();

    @Test
    void sourcesAreTidy() throws IOException {
        Map<String, String> sources = sources();
        List<Violation> found = new ArrayList<>(checkPackages(sources));
        sources.forEach((path, source) -> found.addAll(TidyRules.check(path, source)));
        List<String> keys = found.stream().map(TidyTest::key).toList();
        List<String> excepted = exceptions();

        assertThat(found)
                .filteredOn(violation -> !excepted.contains(key(violation)))
                .isEmpty();
        assertThat(excepted).as("exceptions that are needed").isSubsetOf(keys);
    }

    @ParameterizedTest
    @CsvSource({"file-lines,350", "method-lines,50", "parameters,5", "components,8"})
    void limitsHoldAtTheirEdge(String rule, int max) {
        assertThat(rulesBroken(sample(rule, max - 1))).isEmpty();
        assertThat(rulesBroken(sample(rule, max))).isEmpty();
        assertThat(rulesBroken(sample(rule, max + 1))).containsExactly(rule);
    }

    @Test
    void aRecordsConstructorTakesItsComponents() {
        String eight = commas(8);
        assertThat(rulesBroken("record A(%s) { A(%s) {} }".formatted(eight, eight)))
                .isEmpty();
        assertThat(rulesBroken("class A { A(%s) {} }".formatted(eight))).containsExactly("parameters");
        assertThat(rulesBroken("record A(%s) { static int X; A {} }".formatted(eight)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vague-name | class TopicManager {}",
                "vague-name | class A { interface NestedUtils {} }",
                "mocks      | import static org.mockito.Mockito.mock; class A {}",
                "unfinished | /* TO%sDO */ class A {}",
                "unfinished | class A { @Dis%sabled void a() {} }",
            })
    void aBreachIsFound(String rule, String source) {
        assertThat(rulesBroken(source.replace("%s", ""))).containsExactly(rule);
    }

    @Test
    void wordsInsideNamesAreNoBreach() {
        assertThat(rulesBroken("class Database { Metadata metadata; class Metadata {} }"))
                .isEmpty();
    }

    @Test
    void aMainPackageIsSmallAndNullMarked() {
        Map<String, String> sources = new TreeMap<>();
        sources.put("m/src/main/java/a/package-info.java", "@NullMarked package a;");
        IntStream.range(1, 20).forEach(i -> sources.put("m/src/main/java/a/A%d.java".formatted(i), ""));
        assertThat(checkPackages(sources)).isEmpty();

        sources.put("m/src/main/java/a/A20.java", "");
        sources.put("m/src/main/java/b/B.java", "");
        sources.put("m/src/test/java/c/CTest.java", "");
        assertThat(checkPackages(sources))
                .extracting(TidyTest::key)
                .containsExactly("package-files m/src/main/java/a", "null-marked m/src/main/java/b");
    }

    private static List<Violation> checkPackages(Map<String, String> sources) {
        Map<String, Integer> files = new TreeMap<>();
        sources.keySet().stream()
                .filter(path -> path.contains("/src/main/java/"))
                .forEach(path -> files.merge(path.substring(0, path.lastIndexOf('/')), 1, Integer::sum));
        List<Violation> violations = new ArrayList<>();
        files.forEach((directory, count) -> {
            if (count > TidyRules.MAX_PACKAGE_FILES) {
                violations.add(new Violation("package-files", directory, count + " files"));
            }
            if (!sources.getOrDefault(directory + "/package-info.java", "").contains("@NullMarked")) {
                violations.add(new Violation("null-marked", directory, "no @NullMarked package-info"));
            }
        });
        return violations;
    }

    private static String sample(String rule, int size) {
        return switch (rule) {
            case "file-lines" -> "class A {}" + "\n//".repeat(size - 1);
            case "method-lines" -> "class A { void a() {" + "\n".repeat(size - 1) + "} }";
            case "parameters" -> "class A { void a(%s) {} }".formatted(commas(size));
            case "components" -> "record A(%s) {}".formatted(commas(size));
            default -> throw new IllegalArgumentException(rule);
        };
    }

    private static String commas(int count) {
        return IntStream.range(0, count).mapToObj(i -> "int i" + i).collect(joining(", "));
    }

    private static List<String> rulesBroken(String source) {
        return TidyRules.check("A.java", source).stream().map(Violation::rule).toList();
    }

    private static String key(Violation violation) {
        return violation.rule() + " " + violation.subject();
    }

    private static List<String> exceptions() throws IOException {
        Path list = REPOSITORY.resolve("storage/src/test/resources/tidy-exceptions.txt");
        try (Stream<String> lines = Files.lines(list)) {
            return lines.filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" ", 3))
                    .peek(words -> assertThat(words).as("rule, subject, reason").hasSize(3))
                    .map(words -> words[0] + " " + words[1])
                    .toList();
        }
    }

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        for (String module : List.of("storage", "functions", "localstack", "benchmarks")) {
            try (Stream<Path> files = Files.walk(REPOSITORY.resolve(module).resolve("src"))) {
                for (Path file :
                        (Iterable<Path>) files.filter(path -> path.toString().endsWith(".java"))::iterator) {
                    String path = REPOSITORY.relativize(file).toString().replace('\\', '/');
                    sources.put(path, Files.readString(file));
                }
            }
        }
        return sources;
    }

    private static Path repository() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("mvnw")) ? here : here.resolve("..").normalize();
    }
}

package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script at the root: how it finds itself, a JDK and its jar. */
class TidemarkScriptIT {
    private static final Path SCRIPT =
            Path.of("..", "tidemark").toAbsolutePath().normalize();
    private static final Path JAR = Path.of("target", "tidemark-localstack.jar");

    @TempDir
    private Path directory;

    private record Ended(int status, String out) {}

    /** The first call may build: the others are then quick. */
    @BeforeAll
    static void itRunsTheRealServer(@TempDir Path elsewhere) throws Exception {
        Ended ended = run(List.of(SCRIPT.toString(), "local", "--help"), elsewhere, System.getProperty("java.home"));

        assertThat(ended.status()).as(ended.out()).isZero();
        assertThat(ended.out()).endsWith(CommandLine.USAGE);

        Ended audit = run(List.of(SCRIPT.toString(), "audit"), elsewhere, System.getProperty("java.home"));

        assertThat(audit).isEqualTo(new Ended(2, "tidemark: not audited: there is no data directory .tidemark\n"));
    }

    @Test
    void theScriptIsPosixShell() throws Exception {
        assertThat(run(List.of("sh", "-n", SCRIPT.toString()), "")).isEqualTo(new Ended(0, ""));
    }

    @Test
    void withoutACommandItPrintsItsUsage() throws Exception {
        assertThat(run(List.of(SCRIPT.toString()), "").out()).startsWith("usage: tidemark COMMAND");
        assertThat(run(List.of(SCRIPT.toString()), "").status()).isEqualTo(2);
        assertThat(run(List.of(SCRIPT.toString(), "--help"), "").status()).isZero();
        assertThat(run(List.of(SCRIPT.toString(), "remote"), ""))
                .satisfies(ended -> assertThat(ended.status()).isEqualTo(2))
                .satisfies(ended -> assertThat(ended.out()).startsWith("tidemark: unknown command remote\nusage:"));
    }

    @Test
    void itRunsTheServerFromAnyDirectoryThroughLinks() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), SCRIPT);
        Path second = Files.createSymbolicLink(directory.resolve("second link"), Path.of("link"));
        Path java = java("17.0.1", "echo \"in $(pwd -P)\"; for word; do echo \"[$word]\"; done");

        Ended ended = run(List.of(second.toString(), "local", "--data", "my data"), java.toString());

        assertThat(ended.status()).as(ended.out()).isZero();
        assertThat(link).isSymbolicLink();
        assertThat(ended.out().lines())
                .startsWith("in " + directory.toRealPath())
                .endsWith("[io.tidemark.local.LocalServer]", "[--data]", "[my data]")
                .contains("[" + JAR.toRealPath() + "]");
    }

    @Test
    void oldAndMissingJavaAreNamed() throws Exception {
        Path old = java("16.0.2", "exit 9");
        Path ancient = java("1.8.0_402", "exit 9");

        assertThat(run(List.of(SCRIPT.toString(), "local"), old.toString()))
                .isEqualTo(new Ended(1, "tidemark: " + old + "/bin/java is Java 16: JDK 17 or later is needed\n"));
        assertThat(run(List.of(SCRIPT.toString(), "local"), ancient.toString()))
                .isEqualTo(new Ended(1, "tidemark: " + ancient + "/bin/java is Java 1: JDK 17 or later is needed\n"));
        assertThat(run(List.of(SCRIPT.toString(), "local"), directory + "/none"))
                .isEqualTo(new Ended(
                        1, "tidemark: JAVA_HOME is " + directory + "/none, but there is no bin/java in it\n"));
    }

    @Test
    void whatIsEditedDuringABuildIsBuiltTheNextTime() throws Exception {
        Path root = Files.createDirectory(directory.resolve("clone"));
        for (String module : List.of("storage", "functions", "localstack")) {
            Files.createDirectories(root.resolve(module).resolve("src/main"));
            Files.createFile(root.resolve(module).resolve("pom.xml"));
        }
        Files.createFile(root.resolve("pom.xml"));
        Path script = Files.copy(SCRIPT, root.resolve("tidemark"), StandardCopyOption.COPY_ATTRIBUTES);
        Path source = root.resolve("storage/src/main/Source.java");
        build(root, "sleep 1; touch '" + source + "'; sleep 1");
        String java = java("17.0.1", "echo served").toString();

        assertThat(run(List.of(script.toString(), "local"), java).out())
                .contains("building")
                .endsWith("served\n");
        build(root, "true");
        assertThat(run(List.of(script.toString(), "local"), java).out())
                .contains("building")
                .endsWith("served\n");
        assertThat(run(List.of(script.toString(), "local"), java).out()).isEqualTo("served\n");
    }

    /** A stand-in for Maven that does this, and then leaves a jar. */
    private static void build(Path root, String meanwhile) throws IOException {
        Path maven = Files.writeString(root.resolve("mvnw"), """
                #!/bin/sh
                %s
                touch localstack/target/tidemark-localstack.jar
                """.formatted(meanwhile));
        assertThat(maven.toFile().setExecutable(true)).isTrue();
    }

    /** A directory for JAVA_HOME whose Java says that it has this version, and else does as it is told. */
    private Path java(String version, String otherwise) throws IOException {
        Path home = Files.createTempDirectory(directory.toRealPath(), "java");
        Path java = Files.createDirectory(home.resolve("bin")).resolve("java");
        Files.writeString(java, """
                #!/bin/sh
                if [ "$*" = -version ]; then
                    echo 'openjdk version "%s" 2020-01-01' >&2
                else
                    %s
                fi
                """.formatted(version, otherwise));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return home;
    }

    private Ended run(List<String> command, String javaHome) throws IOException, InterruptedException {
        return run(command, directory, javaHome);
    }

    private static Ended run(List<String> command, Path directory, String javaHome)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", javaHome);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out);
    }
}

package io.tidemark.store.aws;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Says in one line how many tests ran on which endpoint, or which were left out and how to run them; JUnit's own report
 * hides both. CI reads the number from a file.
 */
public final class EndpointReport implements TestExecutionListener {
    private static final Path REPORT = Path.of("target", "endpoint-tests.txt");

    private final AtomicInteger ran = new AtomicInteger();
    private final TreeSet<String> leftOut = new TreeSet<>();

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest() && needsEndpoint(test)) {
            ran.incrementAndGet();
        }
    }

    @Override
    public void executionSkipped(TestIdentifier skipped, String reason) {
        if (needsEndpoint(skipped)) {
            Optional<TestSource> source = skipped.getSource();
            synchronized (leftOut) {
                leftOut.add(
                        source.filter(ClassSource.class::isInstance).isPresent()
                                ? ((ClassSource) source.get()).getJavaClass().getSimpleName()
                                : skipped.getDisplayName());
            }
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        if (ran.get() > 0) {
            URI endpoint = TestEndpoint.found().orElseThrow();
            say(ran + " tests ran on the endpoint " + endpoint);
            write(ran + " " + endpoint + "\n");
        }
        synchronized (leftOut) {
            if (!leftOut.isEmpty()) {
                say("Left out, for want of an endpoint: " + String.join(", ", leftOut)
                        + ". .ci/run starts one; or start Docker, or set " + TestEndpoint.VARIABLE
                        + ", see CONTRIBUTING.md.");
            }
        }
    }

    private static boolean needsEndpoint(TestIdentifier test) {
        return test.getTags().contains(TestTag.create(OnEndpoint.TAG));
    }

    private static void say(String line) {
        System.out.println(line);
    }

    private static void write(String line) {
        try {
            Files.createDirectories(REPORT.toAbsolutePath().getParent());
            Files.writeString(REPORT, line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

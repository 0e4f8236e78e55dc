package io.tidemark.benchmarks;

import io.tidemark.log.ListedOffset;
import io.tidemark.produce.Produced;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the log itself adds to its store calls: append and look up in memory. To be read as ratios within one run, above
 * all between few batches and many, where there should be no difference.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class LogBenchmark {
    @Param({"10", "1000", "100000"})
    public int batches;

    private final SplittableRandom random = new SplittableRandom(1);
    private SampleLog log = new SampleLog(0);

    @Setup
    public void fill() {
        log = new SampleLog(batches);
    }

    @Benchmark
    public ListedOffset lookUpATime() {
        return log.lookUp(random.nextInt(batches));
    }

    @Benchmark
    public Produced appendABatchOfTen() {
        return log.append();
    }
}

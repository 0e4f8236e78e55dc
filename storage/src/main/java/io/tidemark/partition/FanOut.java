package io.tidemark.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * Calls that go out together. The caller runs whatever no other thread has begun, so that nested fan-outs on a small
 * executor cannot wait for each other, and it returns only when every call has ended: nothing of a request may still
 * be at work when its answer is given.
 */
public final class FanOut {
    private FanOut() {}

    /**
     * Applies {@code call} to each element.
     *
     * @return the results in the order of the elements
     * @throws RuntimeException the first one that a call threw, after all have ended
     */
    public static <T, R> List<R> map(Executor executor, List<T> elements, Function<T, R> call) {
        List<FutureTask<R>> tasks = new ArrayList<>(elements.size());
        for (T element : elements) {
            tasks.add(new FutureTask<>(() -> call.apply(element)));
        }
        for (int i = 1; i < tasks.size(); i++) {
            offer(executor, tasks.get(i));
        }
        tasks.forEach(FutureTask::run);
        return results(tasks);
    }

    /**
     * As {@link #map(Executor, List, Function)}, with at most so many calls out at one time: what each of them may hold in
     * memory adds up. The calls behind those among which one has thrown are not begun.
     */
    public static <T, R> List<R> map(Executor executor, int atOnce, List<T> elements, Function<T, R> call) {
        List<R> results = new ArrayList<>(elements.size());
        for (int from = 0; from < elements.size(); from += atOnce) {
            results.addAll(map(executor, elements.subList(from, Math.min(from + atOnce, elements.size())), call));
        }
        return results;
    }

    private static void offer(Executor executor, FutureTask<?> task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            // The caller runs it.
        }
    }

    private static <R> List<R> results(List<FutureTask<R>> tasks) {
        List<R> results = new ArrayList<>(tasks.size());
        List<Throwable> failures = new ArrayList<>();
        boolean interrupted = false;
        for (FutureTask<R> task : tasks) {
            while (true) {
                try {
                    results.add(task.get());
                    break;
                } catch (ExecutionException e) {
                    failures.add(e.getCause() == null ? e : e.getCause());
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!failures.isEmpty()) {
            throw rethrown(failures.get(0));
        }
        return results;
    }

    private static RuntimeException rethrown(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException exception ? exception : new IllegalStateException(failure);
    }
}

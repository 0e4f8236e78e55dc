package io.tidemark.local.http;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Numbered threads that do not keep the process alive. */
final class DaemonThreads implements ThreadFactory {
    private final AtomicInteger count = new AtomicInteger();
    private final String name;

    DaemonThreads(String name) {
        this.name = name;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}

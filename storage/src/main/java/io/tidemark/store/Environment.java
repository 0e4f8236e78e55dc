package io.tidemark.store;

import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * What an operation needs of the process it runs in; given by the wiring, so that a test or a simulation gives its
 * own.
 *
 * @param clock decides nothing about what is committed, only times that are stored or compared with limits
 * @param random for ids and jitter; must not be cloned with the process (a {@code SecureRandom})
 * @param pause waits between tries
 * @param executor carries calls that go out together; must not be bounded below what one request fans out to
 */
public record Environment(Clock clock, RandomGenerator random, Pause pause, Executor executor) {}

package io.tidemark.maintenance;

/** One kind of maintenance of one partition. Thread-safe. */
interface Step {

    /** What an operator calls it. */
    StepName name();

    /** Does a bounded piece of work, or finds that none is due. */
    StepOutcome run(Job job);
}

package io.tidemark.maintenance;

import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.util.Set;

/**
 * What a run is to do.
 *
 * @param budget how long it may begin something new; cut to a minute less than {@link Maintenance#MAX_RUN_TIME}
 * @param steps the steps to run; empty for all
 * @param topics an operator's choice: all partitions of these, due or not; empty for what is due
 */
public record MaintenanceRequest(Duration budget, Set<StepName> steps, Set<TopicName> topics) {
    public MaintenanceRequest {
        steps = Set.copyOf(steps);
        topics = Set.copyOf(topics);
    }

    /** Whether an operator has chosen nothing. */
    boolean isScheduled() {
        return steps.isEmpty() && topics.isEmpty();
    }

    /** What the schedule asks for. */
    public static MaintenanceRequest due(Duration budget) {
        return new MaintenanceRequest(budget, Set.of(), Set.of());
    }
}

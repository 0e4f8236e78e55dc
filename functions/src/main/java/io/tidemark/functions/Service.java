package io.tidemark.functions;

import io.tidemark.Tidemark;
import io.tidemark.functions.http.KafkaErrors;
import io.tidemark.functions.http.Request;
import io.tidemark.functions.invocation.Invocations;
import io.tidemark.functions.invocation.Observer;
import io.tidemark.topic.Topic;
import java.time.Clock;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * What every handler works on.
 *
 * @param clusterId the one cluster's id, 1 to 64 letters, digits, '-' or '_'
 * @param clock gives records without a timestamp theirs
 * @param invocations where calls begin and end
 * @param maintenanceMargin left of an invocation's time for the step that is at work when a run's budget is spent
 */
public record Service(
        Tidemark tidemark, String clusterId, Clock clock, Invocations invocations, Duration maintenanceMargin) {
    static final Pattern CLUSTER_ID_PATTERN = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    static final String CLUSTER_ID_RULE = "1 to 64 letters, digits, '-' or '_'";

    private static final Duration USUAL_COMMIT_MARGIN = Duration.ofSeconds(6);
    private static final Duration USUAL_MAINTENANCE_MARGIN = Duration.ofSeconds(15);

    public Service {
        if (!CLUSTER_ID_PATTERN.matcher(clusterId).matches()) {
            throw new IllegalArgumentException(
                    "The cluster id is \"" + clusterId + "\": give " + CLUSTER_ID_RULE + ".");
        }
    }

    /** With the usual margins; tells nobody of its calls. */
    public Service(Tidemark tidemark, String clusterId, Clock clock) {
        this(
                tidemark,
                clusterId,
                clock,
                new Invocations(clock, USUAL_COMMIT_MARGIN, Observer.NONE),
                USUAL_MAINTENANCE_MARGIN);
    }

    /**
     * The topic that the path names.
     *
     * @throws io.tidemark.functions.http.ProblemException where there is none
     */
    Topic topic(Request request) {
        return KafkaErrors.valueOf(tidemark.topics().describe(request.topic()));
    }
}

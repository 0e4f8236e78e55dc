package io.tidemark.functions;

import io.tidemark.Tidemark;
import io.tidemark.functions.http.KafkaErrors;
import io.tidemark.functions.http.Request;
import io.tidemark.topic.Topic;
import java.time.Clock;
import java.util.regex.Pattern;

/**
 * What every handler works on.
 *
 * @param clusterId the one cluster's id, 1 to 64 letters, digits, '-' or '_'
 * @param clock gives records without a timestamp theirs
 */
public record Service(Tidemark tidemark, String clusterId, Clock clock) {
    private static final Pattern CLUSTER_ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    public Service {
        if (!CLUSTER_ID.matcher(clusterId).matches()) {
            throw new IllegalArgumentException(
                    "The cluster id is \"" + clusterId + "\": give 1 to 64 letters, digits, '-' or '_'.");
        }
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

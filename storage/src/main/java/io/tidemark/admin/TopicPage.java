package io.tidemark.admin;

import io.tidemark.topic.Topic;
import java.util.List;
import java.util.Optional;

/**
 * Some of the topics.
 *
 * @param topics may be empty also where more follow
 * @param next continues the list; absent at its end
 */
public record TopicPage(List<Topic> topics, Optional<String> next) {
    public TopicPage {
        topics = List.copyOf(topics);
    }
}

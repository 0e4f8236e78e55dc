package io.tidemark.sweep;

import io.tidemark.layout.PurgeEntry;
import io.tidemark.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What is to be done about a purge entry. Pure. */
enum PurgePlan {
    /** Nothing yet: whoever put the entry may still be at work. */
    WAIT,
    /** The topic is in use, and nothing of it is left over. */
    DROP,
    /** Remove every item, and once more later. */
    REMOVE,
    /** Remove every item, then drop the entry: what could put one more has ended. */
    REMOVE_AND_DROP;

    /** After so long whoever put the entry, and whoever was writing when the heads went, has surely stopped. */
    static final Duration SETTLED = Duration.ofHours(1);

    /** @param topic what holds the entry's name, read after the entry; also one that is being deleted */
    static PurgePlan of(PurgeEntry entry, Optional<Topic> topic, Instant now) {
        boolean settled = !now.isBefore(entry.since().plus(SETTLED));
        Optional<Topic> own = topic.filter(found -> found.id().equals(entry.topic()));
        if (own.filter(found -> !found.deleting()).isPresent()) {
            // a deletion puts its entry before it marks the topic
            return settled ? DROP : WAIT;
        }
        return switch (entry.cause()) {
            case CREATING -> settled ? REMOVE : WAIT;
            case DELETING -> own.isPresent() && !settled ? WAIT : REMOVE;
            case PURGED -> settled ? REMOVE_AND_DROP : WAIT;
        };
    }
}

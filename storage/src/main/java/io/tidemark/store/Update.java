package io.tidemark.store;

import io.tidemark.record.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * One conditional update of one item.
 *
 * @param conditions all must hold
 * @param actions all are applied, none on a path that overlaps another's
 */
public record Update(List<Condition> conditions, List<Action> actions) {
    public Update {
        conditions = List.copyOf(conditions);
        actions = List.copyOf(actions);
        if (actions.isEmpty()) {
            throw new IllegalArgumentException("an update without an action");
        }
        for (int i = 0; i < actions.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (actions.get(i).path().overlaps(actions.get(j).path())) {
                    throw new IllegalArgumentException(
                            "two actions on " + actions.get(i).path());
                }
            }
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Collects conditions and actions in reading order. Used by one thread. */
    public static final class Builder {
        private final List<Condition> conditions = new ArrayList<>();
        private final List<Action> actions = new ArrayList<>();

        private Builder() {}

        public Builder when(Condition condition) {
            conditions.add(condition);
            return this;
        }

        public Builder add(Path path, long value) {
            return act(new Action.Add(path, value));
        }

        public Builder append(Path path, Bytes element) {
            return act(new Action.Append(path, element));
        }

        public Builder set(Path path, Value value) {
            return act(new Action.Set(path, value));
        }

        public Builder setFrom(Path path, Path source) {
            return act(new Action.SetFrom(path, source));
        }

        public Builder setFromIfAbsent(Path path, Path source) {
            return act(new Action.SetFromIfAbsent(path, source));
        }

        public Builder remove(Path path) {
            return act(new Action.Remove(path));
        }

        public Builder removeFirst(Path path, int count) {
            return act(new Action.RemoveFirst(path, count));
        }

        public Update build() {
            return new Update(conditions, actions);
        }

        private Builder act(Action action) {
            actions.add(action);
            return this;
        }
    }
}

package io.tidemark.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * What an {@link ObjectStore} is. An adapter's test extends this class and says how to get a store; stores may be shared
 * between tests, each test keeps to keys of its own.
 */
public abstract class ObjectStoreContract {
    private static final int THREADS = 64;
    private static final int MIB = 1024 * 1024;

    private final String area = "contract/" + UUID.randomUUID() + "/";

    /** The store under test. */
    protected abstract ObjectStore objects();

    @Test
    void anObjectComesBackAsItWasWritten() {
        Bytes content = random(100_000, 1);
        assertThat(objects().putIfAbsent(key("a/b.log"), content)).isTrue();
        assertThat(objects().get(key("a/b.log"), 0, content.size())).contains(content);
        assertThat(objects().list(area, "", 9)).containsExactly(new StoredObject(key("a/b.log"), 100_000));
    }

    @Test
    void anObjectMayBeEmpty() {
        assertThat(objects().putIfAbsent(key("empty"), Bytes.EMPTY)).isTrue();
        assertThat(objects().get(key("empty"), 0, 1)).contains(Bytes.EMPTY);
        assertThat(objects().list(area, "", 9)).containsExactly(new StoredObject(key("empty"), 0));
        assertThat(objects().putIfAbsent(key("empty"), Bytes.utf8("x"))).isFalse();
    }

    @Test
    void anObjectIsNeverReplaced() {
        assertThat(objects().putIfAbsent(key("o"), Bytes.utf8("first"))).isTrue();
        assertThat(objects().putIfAbsent(key("o"), Bytes.utf8("2nd"))).isFalse();
        assertThat(objects().get(key("o"), 0, 9)).contains(Bytes.utf8("first"));
    }

    @Test
    void aRangeIsCutAtTheEndOfTheObject() {
        objects().putIfAbsent(key("o"), Bytes.utf8("0123456789"));
        assertThat(range("o", 0, 1)).contains("0");
        assertThat(range("o", 3, 4)).contains("3456");
        assertThat(range("o", 9, 1)).contains("9");
        assertThat(range("o", 0, 10)).contains("0123456789");
        assertThat(range("o", 8, 3)).contains("89");
        assertThat(range("o", 9, Integer.MAX_VALUE)).contains("9");
    }

    @Test
    void aRangeAtOrPastTheEndIsEmpty() {
        objects().putIfAbsent(key("o"), Bytes.utf8("0123456789"));
        assertThat(range("o", 10, 1)).contains("");
        assertThat(range("o", 11, 5)).contains("");
        assertThat(range("o", 1L << 40, 5)).contains("");
    }

    @Test
    void aMissingObjectIsAbsent() {
        objects().putIfAbsent(key("dir/o"), Bytes.utf8("x"));
        assertThat(range("none", 0, 1)).isEmpty();
        assertThat(range("none", 99, 1)).isEmpty();
        assertThat(range("dir", 0, 1)).isEmpty();
        assertThat(range("dir/o.x", 0, 1)).isEmpty();
    }

    @Test
    void aRangeThatIsNoneIsRefused() {
        objects().putIfAbsent(key("o"), Bytes.utf8("x"));
        assertThatThrownBy(() -> range("o", -1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> range("o", 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aKeyThatIsNoPathIsRefused() {
        for (String bad : List.of("", "/a", "a/", "a//b", "..", "a/../b", "a/.", "a b", "a\\b", "é", "a\0")) {
            assertThatThrownBy(() -> objects().putIfAbsent(bad, Bytes.EMPTY))
                    .as("'%s'", bad)
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> objects().get(bad, 0, 1))
                    .as("'%s'", bad)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aListingHoldsThePrefixInKeyOrder() {
        List<String> ordered = List.of("-", "a-b", "a.b/c", "a/0", "a/b/c", "a/b/d", "a0", "aB", "ab", "b/a");
        List<String> shuffled = List.of("a/b/d", "b/a", "ab", "-", "a/0", "aB", "a.b/c", "a0", "a-b", "a/b/c");
        shuffled.forEach(name -> objects().putIfAbsent(key(name), Bytes.utf8(name)));
        assertThat(listed("", "", 99)).containsExactlyElementsOf(ordered);
        assertThat(listed("a/", "", 99)).containsExactly("a/0", "a/b/c", "a/b/d");
        assertThat(listed("a/b", "", 99)).containsExactly("a/b/c", "a/b/d");
        assertThat(listed("a/b/c", "", 99)).containsExactly("a/b/c");
        assertThat(listed("a/b/c/", "", 99)).isEmpty();
        assertThat(listed("c", "", 99)).isEmpty();
    }

    @Test
    void aListingGoesOnBehindAKey() {
        List<String> names = List.of("x/1", "x/2", "x/3/a", "x/3/b", "x/4", "y");
        names.forEach(name -> objects().putIfAbsent(key(name), Bytes.EMPTY));
        assertThat(listed("x/", key("x/2"), 2)).containsExactly("x/3/a", "x/3/b");
        assertThat(listed("x/", key("x/3/a"), 9)).containsExactly("x/3/b", "x/4");
        assertThat(listed("x/", key("x/3"), 9)).containsExactly("x/3/a", "x/3/b", "x/4");
        assertThat(listed("x/", key("x/9"), 9)).isEmpty();
        assertThat(listed("x/", key("a"), 9)).hasSize(5);
        for (int limit : List.of(1, 2, 5, 6, 7)) {
            List<String> all = new ArrayList<>();
            List<String> page = listed("", "", limit);
            while (!page.isEmpty()) {
                assertThat(page).hasSizeLessThanOrEqualTo(limit);
                all.addAll(page);
                page = listed("", key(page.get(page.size() - 1)), limit);
            }
            assertThat(all).containsExactlyElementsOf(names);
        }
    }

    @Test
    void aListingIsOneToAThousandObjects() {
        assertThat(objects().list(area, "", 1)).isEmpty();
        assertThat(objects().list(area, "", 1_000)).isEmpty();
        assertThatThrownBy(() -> objects().list(area, "", 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> objects().list(area, "", 1_001)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void deleteRemovesWhatIsThereAndMindsNothingElse() {
        for (String name : List.of("a/1", "a/2", "a/3", "b")) {
            objects().putIfAbsent(key(name), Bytes.utf8(name));
        }
        objects().delete(List.of(key("a/1"), key("none"), key("a/3"), key("c/d/e"), key("a/1")));
        assertThat(listed("", "", 9)).containsExactly("a/2", "b");
        assertThat(range("a/1", 0, 1)).isEmpty();
        objects().delete(List.of());
        objects().delete(List.of(key("a/2")));
        assertThat(listed("", "", 9)).containsExactly("b");
    }

    @Test
    void aDeletedKeyIsFree() {
        objects().putIfAbsent(key("a/o"), Bytes.utf8("old"));
        objects().delete(List.of(key("a/o")));
        assertThat(objects().putIfAbsent(key("a/o"), Bytes.utf8("new"))).isTrue();
        assertThat(range("a/o", 0, 9)).contains("new");
    }

    @Test
    void manyObjectsAreDeletedAtOnce() {
        int count = 1_003;
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(key("d" + i % 7 + "/" + i));
        }
        keys.subList(0, 20).forEach(key -> objects().putIfAbsent(key, Bytes.utf8(key)));
        objects().delete(keys);
        assertThat(listed("", "", 9)).isEmpty();
    }

    @Test
    void ofManyWritersOfOneKeyExactlyOneWins() throws Exception {
        for (int round = 0; round < 4; round++) {
            String key = key("race/" + round + "/o");
            List<Boolean> won =
                    Concurrently.run(THREADS, thread -> objects().putIfAbsent(key, Bytes.utf8("by " + thread)));
            assertThat(won).containsOnlyOnce(true);
            assertThat(objects().get(key, 0, 99)).contains(Bytes.utf8("by " + won.indexOf(true)));
        }
    }

    @Test
    void writersAndDeletersOfOneDirectoryDoNotDisturbEachOther() throws Exception {
        List<Boolean> created = Concurrently.run(16, thread -> {
            boolean all = true;
            for (int round = 0; round < 20; round++) {
                String key = key("shared/deep/" + thread + "-" + round);
                all &= objects().putIfAbsent(key, Bytes.utf8(key));
                all &= objects().get(key, 0, 999).equals(Optional.of(Bytes.utf8(key)));
                objects().delete(List.of(key));
            }
            return all;
        });
        assertThat(created).containsOnly(true);
        assertThat(listed("", "", 9)).isEmpty();
    }

    @Test
    void anObjectWrittenInPartsAppearsWholeAtItsCommit() {
        Bytes part = random(3 * MIB, 2);
        Bytes last = random(12_345, 3);
        try (ObjectWriter writer = objects().write(key("s/big"))) {
            for (int i = 0; i < 4; i++) {
                writer.append(part);
            }
            writer.append(Bytes.EMPTY);
            writer.append(last);
            assertThat(range("s/big", 0, 1)).isEmpty();
            assertThat(listed("", "", 9)).isEmpty();
            assertThat(writer.commitIfAbsent()).isTrue();
        }
        int size = 12 * MIB + 12_345;
        assertThat(objects().list(area, "", 9)).containsExactly(new StoredObject(key("s/big"), size));
        assertThat(objects().get(key("s/big"), 0, size)).contains(Bytes.concat(List.of(part, part, part, part, last)));
        assertThat(objects().get(key("s/big"), 12L * MIB - 1, size))
                .contains(Bytes.concat(List.of(part.slice(3 * MIB - 1, 1), last)));
    }

    @Test
    void aSmallObjectMayBeWrittenInParts() {
        try (ObjectWriter writer = objects().write(key("small"))) {
            writer.append(Bytes.utf8("ab"));
            writer.append(Bytes.utf8("c"));
            assertThat(writer.commitIfAbsent()).isTrue();
        }
        assertThat(range("small", 0, 9)).contains("abc");
        try (ObjectWriter writer = objects().write(key("none"))) {
            assertThat(writer.commitIfAbsent()).isTrue();
        }
        assertThat(range("none", 0, 9)).contains("");
    }

    @Test
    void aWriterThatIsClosedWithoutACommitLeavesNothing() {
        try (ObjectWriter writer = objects().write(key("left"))) {
            writer.append(random(6 * MIB, 4));
        }
        assertThat(range("left", 0, 1)).isEmpty();
        assertThat(listed("", "", 9)).isEmpty();
        assertThat(objects().putIfAbsent(key("left"), Bytes.utf8("x"))).isTrue();
    }

    @Test
    void aWriterThatComesSecondLeavesTheFirstObject() {
        try (ObjectWriter writer = objects().write(key("o"))) {
            writer.append(random(6 * MIB, 5));
            objects().putIfAbsent(key("o"), Bytes.utf8("first"));
            assertThat(writer.commitIfAbsent()).isFalse();
        }
        assertThat(range("o", 0, 9)).contains("first");
    }

    private String key(String name) {
        return area + name;
    }

    private Optional<String> range(String name, long position, int length) {
        return objects().get(key(name), position, length).map(Bytes::utf8);
    }

    private List<String> listed(String prefix, String after, int limit) {
        return objects().list(area + prefix, after, limit).stream()
                .map(object -> object.key().substring(area.length()))
                .toList();
    }

    private static Bytes random(int size, long seed) {
        byte[] bytes = new byte[size];
        new SplittableRandom(seed).nextBytes(bytes);
        return Bytes.wrap(bytes);
    }
}

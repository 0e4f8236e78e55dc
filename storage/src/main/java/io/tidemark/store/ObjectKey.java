package io.tidemark.store;

import java.util.regex.Pattern;

/** What a key of an object may look like, the same for every adapter. */
public final class ObjectKey {
    /** S3's limit; a key is plain ASCII here, so characters are bytes. */
    public static final int MAX_LENGTH = 1024;

    /** The longest name between two slashes: file systems stop at 255. */
    public static final int MAX_NAME_LENGTH = 255;

    // a name of dots alone would be a step in a directory tree
    private static final Pattern KEY = Pattern.compile("NAME(/NAME)*".replace("NAME", "(?!\\.+(/|$))[A-Za-z0-9._-]+"));

    private ObjectKey() {}

    /**
     * The key itself.
     *
     * @throws IllegalArgumentException where it is not a path of names of letters, digits, {@code .}, {@code _} and
     *     {@code -}, with single slashes between them
     */
    public static String checked(String key) {
        if (key.length() > MAX_LENGTH || !KEY.matcher(key).matches()) {
            throw new IllegalArgumentException("not a key of an object: '" + key + "'");
        }
        for (String name : key.split("/", -1)) {
            if (name.length() > MAX_NAME_LENGTH) {
                throw new IllegalArgumentException("a name in an object's key is too long: '" + key + "'");
            }
        }
        return key;
    }
}

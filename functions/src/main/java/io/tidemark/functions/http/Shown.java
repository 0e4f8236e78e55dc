package io.tidemark.functions.http;

/** A client's text as messages quote it: cut where it is long. */
public final class Shown {
    private static final int MAX_LENGTH = 80;

    private Shown() {}

    public static String text(String given) {
        return given.length() <= MAX_LENGTH ? given : given.substring(0, MAX_LENGTH) + "…";
    }
}

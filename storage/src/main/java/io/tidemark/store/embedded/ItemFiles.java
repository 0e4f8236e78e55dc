package io.tidemark.store.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * Makes MVStore open its file as an {@link ItemFile}: names with our scheme in front lead here. Public only because
 * MVStore makes instances by reflection.
 */
public final class ItemFiles extends FilePathWrapper {
    static final String JOURNAL_SUFFIX = ".journal";

    private static final String SCHEME = "tidemark";

    static {
        FilePath.register(new ItemFiles());
    }

    /** The file's name for MVStore. */
    static String name(Path path) {
        return SCHEME + ":" + path.toAbsolutePath();
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        String name = unwrap().toString();
        return new ItemFile(
                new RawFile(Path.of(name)), new RawFile(Path.of(name + JOURNAL_SUFFIX)), RedoJournal.MAX_BYTES);
    }
}

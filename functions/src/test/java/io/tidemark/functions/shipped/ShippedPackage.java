package io.tidemark.functions.shipped;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * The unpacked package, and AWS's runtime interface client beside it.
 *
 * @param root where the package lies unpacked
 * @param clientJars the client and what it needs, as a class path
 * @param clientLibrary the client's native part; it would unpack it to one place that all processes share, and processes
 *     that start together then load one that is half written
 */
record ShippedPackage(Path root, String clientJars, Path clientLibrary) {

    /**
     * Unpacks it into a new folder.
     *
     * @param target the build folder of the module that makes the package
     * @param folder in the build folder
     */
    static ShippedPackage unpack(Path target, String folder) throws IOException {
        Path root = target.resolve(folder);
        delete(root);
        try (InputStream zip = Files.newInputStream(target.resolve("function.zip"));
                ZipInputStream entries = new ZipInputStream(zip)) {
            for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                if (!entry.isDirectory()) {
                    copy(entries, root.resolve(entry.getName()));
                }
            }
        }
        List<Path> jars = jars(target.resolve("runtime-interface"));
        Path library = target.resolve("runtime-interface").resolve("client.so");
        for (Path jar : jars) {
            unpackLibrary(jar, library);
        }
        return new ShippedPackage(
                root.toAbsolutePath(),
                jars.stream()
                        .map(jar -> jar.toAbsolutePath().toString())
                        .collect(Collectors.joining(System.getProperty("path.separator"))),
                library.toAbsolutePath());
    }

    /** What an earlier package held must not be found in this one. */
    private static void delete(Path root) throws IOException {
        if (Files.exists(root)) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static List<Path> jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    private static void unpackLibrary(Path jar, Path library) throws IOException {
        String processor = System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = zip.getEntry("jni/libaws-lambda-jni.linux-" + processor + ".so");
            if (entry != null) {
                try (InputStream content = zip.getInputStream(entry)) {
                    copy(content, library);
                }
            }
        }
    }

    private static void copy(InputStream content, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
    }
}

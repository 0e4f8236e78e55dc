package io.tidemark.store.aws;

import io.tidemark.record.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A request as it came over the wire: as much of HTTP as the SDK's requests use. */
record HttpMessage(String head, Bytes body) {
    private static final String END_OF_HEAD = "\r\n\r\n";

    static HttpMessage read(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith(END_OF_HEAD)) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException();
            }
            head.write(next);
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        int length = header(text, "content-length").map(Integer::parseInt).orElse(0);
        return new HttpMessage(text, Bytes.wrap(in.readNBytes(length)));
    }

    /** The same, but the connection ends with its reply. */
    void writeAsLast(OutputStream out) throws IOException {
        String without = head.replaceAll("(?im)^connection:.*\r\n", "");
        String last = without.substring(0, without.length() - 2) + "Connection: close" + END_OF_HEAD;
        out.write(last.getBytes(StandardCharsets.ISO_8859_1));
        out.write(body.toByteArray());
        out.flush();
    }

    boolean isDynamo() {
        return header(head, "x-amz-target").isPresent();
    }

    /** As in {@code UpdateItem} or {@code PutObject}. */
    String operation() {
        Optional<String> target = header(head, "x-amz-target");
        return target.map(name -> name.substring(name.indexOf('.') + 1)).orElseGet(this::objectOperation);
    }

    Optional<String> header(String name) {
        return header(head, name);
    }

    private String objectOperation() {
        String[] line = head.split(" ", 3);
        String query = line[1].contains("?") ? line[1].substring(line[1].indexOf('?') + 1) : "";
        return switch (line[0]) {
            case "PUT" -> query.contains("partNumber") ? "UploadPart" : "PutObject";
            case "GET" -> query.contains("list-type") ? "ListObjectsV2" : "GetObject";
            case "HEAD" -> "HeadObject";
            case "DELETE" -> query.contains("uploadId") ? "AbortMultipartUpload" : "DeleteObject";
            default ->
                query.contains("uploadId")
                        ? "CompleteMultipartUpload"
                        : query.contains("uploads") ? "CreateMultipartUpload" : "DeleteObjects";
        };
    }

    private static Optional<String> header(String head, String name) {
        Matcher found = Pattern.compile("(?m)^" + name + ": *(.*)$").matcher(head.toLowerCase(Locale.ROOT));
        return found.find() ? Optional.of(head.substring(found.start(1), found.end(1))) : Optional.empty();
    }
}

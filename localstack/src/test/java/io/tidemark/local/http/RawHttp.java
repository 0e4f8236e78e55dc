package io.tidemark.local.http;

import io.tidemark.store.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends bytes that no HTTP client would, and takes what comes back until the server hangs up. */
public final class RawHttp {
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
    private static final int TIMEOUT_MS = (int) Eventually.PATIENCE.toMillis();
    private static final int READ_BYTES = 8192;

    private final URI url;

    public RawHttp(URI url) {
        this.url = url;
    }

    /** Sends, says that no more comes, and reads. */
    public Answer send(String latin1) throws IOException {
        return send(latin1.getBytes(StandardCharsets.ISO_8859_1), true);
    }

    /**
     * Sends and reads.
     *
     * @param end say that no more comes; a server that waits for more runs into the time limit otherwise
     */
    Answer send(byte[] bytes, boolean end) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName(url.getHost()), url.getPort())) {
            socket.setSoTimeout(TIMEOUT_MS);
            try {
                OutputStream out = socket.getOutputStream();
                out.write(bytes);
                out.flush();
                if (end) {
                    socket.shutdownOutput();
                }
            } catch (SocketException e) {
                // the server has hung up before all was sent: it may have said why
            }
            return new Answer(read(socket));
        }
    }

    private static String read(Socket socket) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] buffer = new byte[READ_BYTES];
        try {
            int count = socket.getInputStream().read(buffer);
            while (count >= 0) {
                all.write(buffer, 0, count);
                count = socket.getInputStream().read(buffer);
            }
        } catch (SocketException e) {
            // reset: what was read before counts
        }
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    /** Everything that came back, which is nothing where the server just hung up. */
    public record Answer(String text) {
        /** The final status; an interim 100 does not count. */
        public OptionalInt status() {
            Matcher status = STATUS.matcher(text);
            OptionalInt last = OptionalInt.empty();
            while (status.find() && last.orElse(100) == 100) {
                last = OptionalInt.of(Integer.parseInt(status.group(1)));
            }
            return last;
        }

        public Optional<String> body() {
            int end = text.indexOf("\r\n\r\n");
            return end < 0 ? Optional.empty() : Optional.of(text.substring(end + "\r\n\r\n".length()));
        }
    }
}

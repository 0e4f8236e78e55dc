package io.tidemark.oracle;

import io.tidemark.store.Eventually;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Readable;
import org.apache.kafka.common.requests.RequestUtils;

/** One connection that speaks Kafka's protocol: a message out, a message back. Used by one thread. */
final class KafkaWire implements AutoCloseable {
    /** How long a request may take, here and by the broker's own clock. */
    static final int PATIENCE_MS = (int) Eventually.PATIENCE.toMillis();

    private final Socket socket;
    private final OutputStream out;
    private final DataInputStream in;
    private int correlationId;

    private KafkaWire(Socket socket) throws IOException {
        this.socket = socket;
        this.out = socket.getOutputStream();
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
    }

    /** @param address {@code host:port} */
    static KafkaWire to(String address) {
        int colon = address.lastIndexOf(':');
        try {
            Socket socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MS);
            return new KafkaWire(socket);
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @param version the request's, which is the answer's too
     * @param reader the constructor of the answer's message class
     */
    <T> T call(ApiKeys api, int version, ApiMessage request, BiFunction<Readable, Short, T> reader) {
        short v = (short) version;
        correlationId++;
        RequestHeaderData header = new RequestHeaderData()
                .setRequestApiKey(api.id)
                .setRequestApiVersion(v)
                .setClientId("oracle")
                .setCorrelationId(correlationId);
        try {
            send(RequestUtils.serialize(header, api.requestHeaderVersion(v), request, v));
            ByteBufferAccessor answer = new ByteBufferAccessor(receive());
            int answered = new ResponseHeaderData(answer, api.responseHeaderVersion(v)).correlationId();
            if (answered != correlationId) {
                throw new IllegalStateException("asked " + correlationId + ", answered " + answered);
            }
            return reader.apply(answer, v);
        } catch (IOException broken) {
            throw new UncheckedIOException(api + " v" + version, broken);
        }
    }

    private void send(ByteBuffer message) throws IOException {
        ByteBuffer framed = ByteBuffer.allocate(4 + message.remaining());
        framed.putInt(message.remaining()).put(message);
        out.write(framed.array());
    }

    private ByteBuffer receive() throws IOException {
        byte[] message = new byte[in.readInt()];
        in.readFully(message);
        return ByteBuffer.wrap(message);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            throw new UncheckedIOException(alreadyGone);
        }
    }
}

package io.tidemark.local.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.local.lambda.Samples;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class HttpFrontIT {
    private static final AtomicInteger CALLS = new AtomicInteger();
    private static StubServer server;
    private static RawHttp http;

    @BeforeAll
    static void start() throws IOException {
        server = new StubServer((event, context) -> echo(event));
        http = new RawHttp(server.url());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static APIGatewayV2HTTPResponse echo(APIGatewayV2HTTPEvent event) {
        CALLS.incrementAndGet();
        String size = event.getBody() == null ? "none" : "" + event.getBody().length();
        return Samples.response(
                200, event.getRequestContext().getHttp().getMethod() + " " + event.getRawPath() + " body " + size);
    }

    @Test
    void readyIsAnsweredWithoutAFunction() throws IOException {
        assertThat(get("/healthz").body()).hasValue("{\"status\":\"ready\"}");
        assertThat(request("HEAD", "/healthz", "").status()).hasValue(200);
        assertThat(request("HEAD", "/healthz", "").body()).hasValue("");
        assertThat(request("DELETE", "/healthz", "").status()).hasValue(405);
    }

    @Test
    void pathsReachTheFunctionAsTheyWereSent() throws IOException {
        for (String path : new String[] {"/a%2Fb", "/a/../b/./c", "//a//b/", "/%C3%A9", "/a+b", "/a:b", "/%00"}) {
            assertThat(get(path).body()).hasValue("GET " + path + " body none");
        }
    }

    @Test
    void everyMethodReachesTheFunction() throws IOException {
        for (String method : new String[] {"PUT", "OPTIONS", "DELETE", "PATCH", "TRACE", "X-OTHER"}) {
            assertThat(request(method, "/a", "").body()).hasValue(method + " /a body none");
        }
        assertThat(request("HEAD", "/a", "").body()).hasValue("");
    }

    @Test
    void bodiesComeWithALengthOrInChunks() throws IOException {
        assertThat(request("POST", "/a", "Content-Length: 3\r\n", "abc").body()).hasValue("POST /a body 3");
        assertThat(request("POST", "/a", "Transfer-Encoding: chunked\r\n", "2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n")
                        .body())
                .hasValue("POST /a body 5");
    }

    @Test
    void connectionsServeOneRequestAfterAnother() throws IOException {
        RawHttp.Answer answer = http.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
                + "GET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

        assertThat(answer.text()).contains("POST /a body 3").endsWith("GET /b body none");
    }

    @Test
    void aBodyThatEndsTooEarlyNeverReachesTheFunction() throws IOException {
        int before = CALLS.get();

        assertRefused(request("POST", "/a", "Content-Length: 4\r\n", "abc"));
        assertRefused(request("POST", "/a", "Transfer-Encoding: chunked\r\n", "5\r\nabc"));
        assertRefused(request("POST", "/a", "Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n"));

        assertThat(CALLS.get()).isEqualTo(before);
    }

    @Test
    void aBodyOfTwoLengthsIsRefused() throws IOException {
        assertThat(request("POST", "/a", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")
                        .status())
                .hasValue(400);
    }

    @Test
    void bodiesAreTakenUpToLambdasLimit() throws IOException {
        assertThat(binary(4_500_000).body()).hasValue("POST /a body 6000000");
        assertThat(binary(4_500_001).status()).hasValue(413);
        assertThat(binary(7_000_000).status()).hasValue(413);
        assertThat(binary(4_500_001).text()).contains("above the limit of 6 MB").contains("4500000 bytes");
    }

    @Test
    void aHugeBodyIsRefusedBeforeItComes() throws IOException {
        String head = "POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 999999999999\r\n\r\n";

        assertThat(http.send(head).status()).hasValue(413);
    }

    @Test
    void chunksAreCountedToo() throws IOException {
        String chunk = "F4240\r\n" + "x".repeat(1_000_000) + "\r\n";

        assertThat(request("POST", "/a", "Transfer-Encoding: chunked\r\n", chunk.repeat(7) + "0\r\n\r\n")
                        .status())
                .hasValue(413);
    }

    @Test
    void headsAreTakenUpToApiGatewaysLimit() throws IOException {
        // what the request line and the other headers hold: /a, Host x, Connection close, X-Long
        int others = "/aHostxConnectioncloseX-long".length();

        assertThat(longHeader(Requests.MAX_HEAD_BYTES - others).status()).hasValue(200);
        assertThat(longHeader(Requests.MAX_HEAD_BYTES - others + 1).status()).hasValue(431);
        assertRefused(longHeader(100_000));
        assertRefused(request("GET", "/a", "X-Many: 1\r\n".repeat(2000)));
    }

    @Test
    void brokenRequestsAreTheClientsError() throws IOException {
        assertRefused(http.send("GET /a HTTP/9.9\r\n\r\n"));
        assertRefused(http.send("GET\r\n\r\n"));
        assertRefused(http.send("\u0000\u0001\u0002\r\n\r\n"));
        assertRefused(get("/%zz"));
        assertRefused(get("/a|b"));
        assertRefused(get("/a?b=%"));
        assertRefused(get("no-slash"));
        assertRefused(request("POST", "/a", "Content-Length: many\r\n"));
        assertRefused(request("POST", "/a", "Content-Length: -1\r\n"));
        assertRefused(request("POST", "/a", "Content-Length: 99999999999999999999\r\n"));
        assertRefused(request("POST", "/a", "Transfer-Encoding: chunked\r\n", "zz\r\nabc\r\n0\r\n\r\n"));
    }

    @Test
    void anUnknownTransferCodingIsNotImplementedAsRfc9112Asks() throws IOException {
        assertThat(request("POST", "/a", "Transfer-Encoding: gzip\r\n").status())
                .hasValue(501);
    }

    private static void assertRefused(RawHttp.Answer answer) {
        OptionalInt status = answer.status();
        assertThat(status.orElse(400)).as(answer.text()).isBetween(400, 499);
    }

    private static RawHttp.Answer binary(int bytes) throws IOException {
        String headers = "Content-Type: application/octet-stream\r\nContent-Length: " + bytes + "\r\n";
        return request("POST", "/a", headers, "x".repeat(bytes));
    }

    private static RawHttp.Answer longHeader(int length) throws IOException {
        return request("GET", "/a", "X-Long: " + "x".repeat(length) + "\r\n");
    }

    private static RawHttp.Answer get(String path) throws IOException {
        return request("GET", path, "");
    }

    private static RawHttp.Answer request(String method, String path, String headers) throws IOException {
        return request(method, path, headers, "");
    }

    private static RawHttp.Answer request(String method, String path, String headers, String body) throws IOException {
        return http.send(
                method + " " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + headers + "\r\n" + body);
    }
}

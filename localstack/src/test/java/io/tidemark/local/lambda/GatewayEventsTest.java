package io.tidemark.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.record.Bytes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GatewayEventsTest {
    private static final String EXPECTED_EVENT = """
            {
              "version": "2.0",
              "routeKey": "$default",
              "rawPath": "/v3/things/a%2Fb",
              "rawQueryString": "x=1&x=2&y=%C3%A9",
              "cookies": ["a=1", "b=2", "c=3"],
              "headers": {
                "content-type": "application/json",
                "host": "127.0.0.1:8080",
                "user-agent": "agent/1",
                "x-several": "one,two"
              },
              "queryStringParameters": {"x": "1,2", "y": "é"},
              "pathParameters": null,
              "stageVariables": null,
              "body": "{\\"é\\":1}",
              "isBase64Encoded": false,
              "requestContext": {
                "routeKey": "$default",
                "accountId": "000000000000",
                "stage": "$default",
                "apiId": "local",
                "domainName": "127.0.0.1:8080",
                "domainPrefix": "127",
                "time": "03/Feb/2026:04:05:06 +0000",
                "timeEpoch": 1770091506789,
                "http": {
                  "method": "POST",
                  "path": "/v3/things/a%2Fb",
                  "protocol": "HTTP/1.1",
                  "sourceIp": "127.0.0.9",
                  "userAgent": "agent/1"
                },
                "authorizer": null,
                "requestId": "id-7"
              }
            }
            """;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void eventHasTheShapeOfPayloadFormat2() throws IOException {
        HttpRequest request = Samples.request(
                "POST",
                "/v3/things/a%2Fb?x=1&x=2&y=%C3%A9",
                Map.of(
                        "content-type", List.of("application/json"),
                        "cookie", List.of("a=1; b=2", "c=3"),
                        "host", List.of("127.0.0.1:8080"),
                        "user-agent", List.of("agent/1"),
                        "x-several", List.of("one", "two")),
                Bytes.utf8("{\"é\":1}"));

        APIGatewayV2HTTPEvent event = event(request);

        assertThat(MAPPER.valueToTree(event).toPrettyString())
                .isEqualTo(MAPPER.readTree(EXPECTED_EVENT).toPrettyString());
    }

    @Test
    void whatIsNotThereIsNull() {
        APIGatewayV2HTTPEvent event = event(Samples.request("GET", "/", Map.of(), Bytes.EMPTY));

        assertThat(event.getCookies()).isNull();
        assertThat(event.getQueryStringParameters()).isNull();
        assertThat(event.getPathParameters()).isNull();
        assertThat(event.getBody()).isNull();
        assertThat(event.getRawQueryString()).isEmpty();
        assertThat(event.getIsBase64Encoded()).isFalse();
    }

    @Test
    void binaryBodiesTravelAsBase64() {
        assertThat(bodyOf("application/octet-stream", Bytes.utf8("abc"))).isEqualTo("base64 YWJj");
        assertThat(bodyOf("application/x-www-form-urlencoded", Bytes.utf8("abc")))
                .isEqualTo("base64 YWJj");
    }

    @Test
    void textBodiesTravelAsTheyAre() {
        for (String type : List.of("application/json; charset=utf-8", "TEXT/plain", "a/b+json", "application/xml")) {
            assertThat(bodyOf(type, Bytes.utf8("abc"))).isEqualTo("text abc");
        }
    }

    @Test
    void textThatIsNotUtf8KeepsItsBytes() {
        assertThat(bodyOf("application/json", Bytes.wrap(new byte[] {(byte) 0xC3, '"'})))
                .isEqualTo("base64 wyI=");
    }

    @Test
    void compressedTextIsBinary() {
        HttpRequest request = Samples.request(
                "POST",
                "/",
                Map.of("content-encoding", List.of("gzip"), "content-type", List.of("text/plain")),
                Bytes.utf8("abc"));

        assertThat(event(request).getIsBase64Encoded()).isTrue();
    }

    private static String bodyOf(String contentType, Bytes body) {
        APIGatewayV2HTTPEvent event =
                event(Samples.request("POST", "/", Map.of("content-type", List.of(contentType)), body));
        return (event.getIsBase64Encoded() ? "base64 " : "text ") + event.getBody();
    }

    private static APIGatewayV2HTTPEvent event(HttpRequest request) {
        return GatewayEvents.event(request, "id-7", Samples.NOW);
    }
}

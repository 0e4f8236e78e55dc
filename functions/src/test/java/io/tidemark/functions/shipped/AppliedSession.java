package io.tidemark.functions.shipped;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.functions.shipped.RuntimeApi.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the shipped package as Terraform has set it up: each function of the applied stack with the handler and the
 * environment that it was given, called through the stack's own routes and schedule. A program, not a test: it runs
 * while the stack stands.
 */
public final class AppliedSession {
    private static final String JSON = "application/json";
    private static final String TOPICS = "/v3/clusters/{cluster_id}/topics";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** The fenced block after the marker. */
    private static final Pattern SHOWN =
            Pattern.compile("<!-- first-session -->\\s*```\\w*\\n(.*?)```", Pattern.DOTALL);

    private final AppliedStack stack;
    private final Map<String, ShippedFunction> running = new HashMap<>();

    private AppliedSession(AppliedStack stack) {
        this.stack = stack;
    }

    /** Arguments: the build folder of the module that makes the package, the state, the endpoint of the stack. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        AppliedStack stack =
                AppliedStack.read(MAPPER.readTree(Path.of(arguments[1]).toFile()));
        AppliedSession session = new AppliedSession(stack);
        try {
            session.start(ShippedPackage.unpack(Path.of(arguments[0]), "applied"), arguments[2]);
            session.calls();
            session.maintenance();
            session.firstSession();
        } finally {
            session.running.values().forEach(ShippedFunction::close);
        }
        System.out.println("The package ran as the stack has set it up: " + session.running.size() + " functions, "
                + stack.routes().size() + " routes.");
    }

    private void start(ShippedPackage shipped, String endpoint) throws IOException {
        for (Map.Entry<String, AppliedStack.Function> each : stack.functions().entrySet()) {
            Map<String, String> environment = new HashMap<>(each.getValue().environment());
            environment.put("AWS_REGION", each.getValue().region());
            environment.put("TIDEMARK_ENDPOINT", endpoint);
            running.put(
                    each.getKey(),
                    ShippedFunction.start(shipped, each.getValue().handler(), environment));
        }
        running.forEach((name, function) -> check(name, function.started().succeeded(), function, "does not start"));
    }

    private void calls() {
        call("POST " + TOPICS, "", "{\"topic_name\":\"applied\",\"partitions_count\":1}", 201);
        String record = "{\"partition_id\":0,\"timestamp\":1000,\"value\":{\"type\":\"STRING\",\"data\":\"it works\"}}";
        expect(call("POST " + TOPICS + "/{topic_name}/records", "", record, 200).path("offset"), 0);
        String partition = TOPICS + "/{topic_name}/partitions/{partition_id}";
        expect(
                call("GET " + partition + "/offset", "?offset_type=timestamp&timestamp=1000", "", 200)
                        .path("offset"),
                0);
        JsonNode fetched = call("GET " + partition + "/records", "?offset=0&value_format=string", "", 200);
        expect(fetched.path("next_offset"), 1);
        if (!fetched.at("/data/0/value/data").asText().equals("it works")) {
            throw new IllegalStateException("The record came back as " + fetched);
        }
        call("DELETE " + TOPICS + "/{topic_name}", "", "", 204);
    }

    private void maintenance() {
        stack.maintenance().forEach((name, event) -> {
            ShippedFunction function = function(name);
            Answer answer = function.invoke(event, ShippedFunction.USUAL_TIME);
            check(name, answer.succeeded(), function, answer.body());
        });
    }

    /** The README's first session, through the stack's own routes, answers what the README shows. */
    private void firstSession() throws IOException, InterruptedException {
        Matcher shown = SHOWN.matcher(Files.readString(Path.of("README.md")));
        if (!shown.find()) {
            throw new IllegalStateException("There is no first session in the README.");
        }
        try (AppliedFront front = new AppliedFront(stack, this::answer)) {
            Process script = new ProcessBuilder("sh", "docs/first-session.sh", front.url(), cluster())
                    .redirectErrorStream(true)
                    .start();
            String answered = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .replace(front.url() + "/v3/clusters/" + cluster(), "http://127.0.0.1:8080/v3/clusters/local");
            if (script.waitFor() != 0 || !answered.equals(shown.group(1))) {
                throw new IllegalStateException(
                        "The first session answered otherwise than the README says:\n" + answered);
            }
        }
    }

    private JsonNode answer(String name, JsonNode event) {
        ShippedFunction function = function(name);
        Answer answer = function.invoke(event);
        check(name, answer.succeeded(), function, answer.body());
        return json(answer.body());
    }

    private String cluster() {
        return Optional.ofNullable(stack.functions()
                        .values()
                        .iterator()
                        .next()
                        .environment()
                        .get("TIDEMARK_CLUSTER_ID"))
                .orElseThrow();
    }

    private JsonNode call(String route, String query, String body, int status) {
        String name = Optional.ofNullable(stack.routes().get(route))
                .orElseThrow(() -> new IllegalStateException("The stack has no route " + route));
        ShippedFunction function = function(name);
        Answer answer = function.invoke(event(route, query, body));
        JsonNode response = json(answer.body());
        check(name, response.path("statusCode").asInt() == status, function, route + " answered " + response);
        return json(response.path("body").asText("{}"));
    }

    private JsonNode event(String route, String query, String body) {
        String[] words = route.split(" ", 2);
        String target = words[1].replace("{cluster_id}", cluster())
                        .replace("{topic_name}", "applied")
                        .replace("{partition_id}", "0")
                + query;
        ObjectNode event = switch (words[0]) {
            case "POST" -> ApiEvent.post(target, body);
            case "GET" -> ApiEvent.get(target, JSON);
            default -> ApiEvent.delete(target);
        };
        return event.put("routeKey", route);
    }

    private ShippedFunction function(String name) {
        return Optional.ofNullable(running.get(name))
                .orElseThrow(() -> new IllegalStateException("The stack has no function " + name));
    }

    private static void expect(JsonNode found, long expected) {
        if (found.asLong(-2) != expected) {
            throw new IllegalStateException(expected + " was expected, not " + found);
        }
    }

    private static void check(String name, boolean holds, ShippedFunction function, String what) {
        if (!holds) {
            throw new IllegalStateException(name + ": " + what + "\n" + String.join("\n", function.lines()));
        }
    }

    private static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException e) {
            throw new IllegalStateException(text, e);
        }
    }
}

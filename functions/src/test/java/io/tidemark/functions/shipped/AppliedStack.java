package io.tidemark.functions.shipped;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What Terraform made, as {@code terraform show -json} tells it.
 *
 * @param functions by name
 * @param routes each route's key, such as {@code GET /v3/clusters}, and the name of the function that it calls
 * @param maintenance the function that the schedule calls, and the event that it sends
 */
record AppliedStack(Map<String, Function> functions, Map<String, String> routes, Map<String, String> maintenance) {

    /** What Terraform gave a function. */
    record Function(String handler, String region, Map<String, String> environment) {}

    static AppliedStack read(JsonNode state) {
        List<JsonNode> resources = new ArrayList<>();
        collect(state.at("/values/root_module"), resources);
        Map<String, Function> functions = new TreeMap<>();
        for (JsonNode function : values(resources, "aws_lambda_function")) {
            functions.put(text(function, "function_name"), function(function));
        }
        Map<String, String> called = values(resources, "aws_apigatewayv2_integration").stream()
                .collect(Collectors.toMap(
                        each -> "integrations/" + text(each, "id"), each -> named(text(each, "integration_uri"))));
        Map<String, String> routes = values(resources, "aws_apigatewayv2_route").stream()
                .collect(Collectors.toMap(
                        route -> text(route, "route_key"),
                        route -> Optional.ofNullable(called.get(text(route, "target")))
                                .orElseThrow()));
        Map<String, String> schedules = values(resources, "aws_scheduler_schedule").stream()
                .map(schedule -> schedule.at("/target/0"))
                .collect(Collectors.toMap(target -> named(text(target, "arn")), target -> text(target, "input")));
        return new AppliedStack(functions, routes, schedules);
    }

    private static void collect(JsonNode module, List<JsonNode> resources) {
        module.path("resources").forEach(resources::add);
        module.path("child_modules").forEach(child -> collect(child, resources));
    }

    private static List<JsonNode> values(List<JsonNode> resources, String type) {
        return resources.stream()
                .filter(resource -> resource.path("type").asText().equals(type))
                .map(resource -> resource.path("values"))
                .toList();
    }

    private static Function function(JsonNode function) {
        Map<String, String> environment = new TreeMap<>();
        function.at("/environment/0/variables")
                .properties()
                .forEach(each -> environment.put(each.getKey(), each.getValue().asText()));
        environment.put("AWS_LAMBDA_FUNCTION_NAME", text(function, "function_name"));
        return new Function(text(function, "handler"), text(function, "arn").split(":", -1)[3], environment);
    }

    /** The function that an ARN names, or a URL that holds it. */
    private static String named(String arn) {
        String marker = ":function:";
        return arn.substring(arn.indexOf(marker) + marker.length()).split("[:/]", 2)[0];
    }

    private static String text(JsonNode node, String name) {
        String text = node.path(name).asText();
        if (text.isEmpty()) {
            throw new IllegalArgumentException("there is no " + name + " in " + node);
        }
        return text;
    }
}

package io.tidemark.functions;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The API description, and what in requests and answers is not as it says. */
final class OpenApi {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final JsonSchemaFactory factory = JsonSchemaFactory.getInstance(VersionFlag.V202012);
    private final Map<JsonNode, JsonSchema> schemas = new ConcurrentHashMap<>();
    private final JsonNode document;
    private final Map<String, Operation> operations = new LinkedHashMap<>();

    /** One operation: the parameters are the path's and its own. */
    record Operation(String method, String path, JsonNode node, List<JsonNode> parameters) {

        String id() {
            return node.path("operationId").textValue();
        }

        List<String> parameterNames(String in) {
            return parameters.stream()
                    .filter(parameter -> parameter.path("in").textValue().equals(in))
                    .map(parameter -> parameter.path("name").textValue())
                    .toList();
        }
    }

    OpenApi() {
        Path inModule = Path.of("..", "docs", "openapi.yaml");
        try {
            document = new YAMLMapper()
                    .readTree(Files.readString(Files.exists(inModule) ? inModule : Path.of("docs", "openapi.yaml")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(member -> {
                    if (!member.getKey().equals("parameters")) {
                        Operation operation = operation(path.getKey(), path.getValue(), member);
                        operations.put(operation.id(), operation);
                    }
                }));
    }

    JsonNode document() {
        return document;
    }

    Map<String, Operation> operations() {
        return operations;
    }

    Operation operation(String id) {
        return Optional.ofNullable(operations.get(id)).orElseThrow();
    }

    /** What is wrong with a JSON body of a request. */
    List<String> requestFaults(String operationId, JsonNode body) {
        JsonNode content = operation(operationId).node().at("/requestBody/content");
        return faults(content.path("application/json").path("schema"), body);
    }

    /** What is wrong with an answer; its JSON values where it is JSON. */
    List<String> answerFaults(String operationId, int status, String type, List<JsonNode> bodies) {
        JsonNode responses = operation(operationId).node().path("responses");
        JsonNode response = resolve(
                responses.has(String.valueOf(status))
                        ? responses.path(String.valueOf(status))
                        : responses.path("default"));
        if (status < 300 && !responses.has(String.valueOf(status))) {
            return List.of("status " + status + " is not described");
        }
        if (status == 204) {
            return response.has("content") ? List.of("204 with content") : List.of();
        }
        JsonNode media = response.path("content").path(type);
        if (media.isMissingNode()) {
            return List.of("type " + type + " is not described for " + status);
        }
        List<String> faults = new ArrayList<>();
        bodies.forEach(body -> faults.addAll(faults(media.path("schema"), body)));
        return faults;
    }

    /** What is wrong with an error answer outside every operation. */
    List<String> problemFaults(JsonNode body) {
        return faults(document.at("/components/schemas/Problem"), body);
    }

    /** What a schema, which may refer to others of the document, finds wrong. */
    List<String> faults(JsonNode schema, JsonNode value) {
        JsonSchema compiled = schemas.computeIfAbsent(schema, this::compile);
        return compiled.validate(value).stream()
                .map(ValidationMessage::getMessage)
                .toList();
    }

    JsonNode resolve(JsonNode node) {
        JsonNode resolved = node;
        while (resolved.has("$ref")) {
            resolved = document.at(
                    JsonPointer.compile(resolved.path("$ref").textValue().substring(1)));
        }
        return resolved;
    }

    private JsonSchema compile(JsonNode schema) {
        ObjectNode standalone = MAPPER.createObjectNode();
        standalone.set("components", document.path("components"));
        standalone.putArray("allOf").add(schema);
        return factory.getSchema(standalone);
    }

    private Operation operation(String path, JsonNode pathItem, Map.Entry<String, JsonNode> member) {
        List<JsonNode> parameters = new ArrayList<>();
        pathItem.path("parameters").forEach(parameter -> parameters.add(resolve(parameter)));
        member.getValue().path("parameters").forEach(parameter -> parameters.add(resolve(parameter)));
        return new Operation(member.getKey().toUpperCase(Locale.ROOT), path, member.getValue(), parameters);
    }
}

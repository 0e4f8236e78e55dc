package io.tidemark.functions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.functions.OpenApi.Operation;
import io.tidemark.functions.http.Limits;
import io.tidemark.functions.route.MediaType;
import io.tidemark.functions.route.Route;
import io.tidemark.functions.route.Routes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class OpenApiTest {
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

    private final OpenApi description = new OpenApi();

    @Test
    void routesAndOperationsAreTheSame() {
        assertThat(description.operations().values())
                .extracting(operation -> operation.id() + " " + operation.method() + " " + operation.path())
                .containsExactlyInAnyOrderElementsOf(Routes.ALL.stream()
                        .map(route -> route.operationId() + " " + route.method() + " "
                                + route.path().text())
                        .toList());
    }

    @Test
    void everyRouteIsDescribedInFull() {
        for (Route route : Routes.ALL) {
            Operation operation = description.operation(route.operationId());
            assertThat(operation.node().at("/tags/0").textValue())
                    .as(route.operationId())
                    .isEqualTo(route.function().handlerName());
            assertThat(operation.parameterNames("query")).containsExactlyInAnyOrderElementsOf(route.queryParameters());
            assertThat(operation.parameterNames("path")).containsExactlyElementsOf(variables(route));
            assertThat(names(operation.node().at("/requestBody/content"))).isEqualTo(types(route.consumes()));
            assertThat(answerTypes(operation)).isSubsetOf(types(route.produces()));
        }
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        List<JsonNode> references = description.document().findValues("$ref");
        assertThat(references)
                .isNotEmpty()
                .allSatisfy(reference -> assertThat(description
                                .document()
                                .at(reference.textValue().substring(1))
                                .isMissingNode())
                        .as(reference.textValue())
                        .isFalse());
    }

    @Test
    void everyComponentIsUsed() {
        String text = description.document().toString();
        description
                .document()
                .path("components")
                .properties()
                .forEach(kind -> kind.getValue()
                        .fieldNames()
                        .forEachRemaining(name ->
                                assertThat(text).contains("\"#/components/" + kind.getKey() + "/" + name + "\"")));
    }

    @Test
    void limitsAreThoseOfTheCode() {
        assertThat(description.document().at("/info/description").textValue())
                .contains("%,d bytes of text".formatted(Limits.MAX_CARRIED_BYTES))
                .contains("%,d bytes of binary data".formatted(Limits.MAX_BINARY_BYTES));
        assertThat(schema("ProduceEntries").at("/properties/entries/maxItems").intValue())
                .isEqualTo(Limits.MAX_BATCH_ENTRIES);
        assertThat(schema("OffsetsQuery").at("/properties/partitions/maxItems").intValue())
                .isEqualTo(Limits.MAX_PARTITIONS);
        assertThat(schema("Deletion").at("/properties/partitions/maxItems").intValue())
                .isEqualTo(Limits.MAX_PARTITIONS);
        assertThat(schema("ConfigChanges").at("/properties/data/maxItems").intValue())
                .isEqualTo(Limits.MAX_CONFIGS);
    }

    @Test
    void theValidatorFindsFaults() {
        JsonNode partitionId = schema("PartitionId");
        JsonNode metadata = schema("Cluster");
        assertThat(description.faults(partitionId, partitionId)).isNotEmpty();
        assertThat(description.faults(metadata, description.document())).isNotEmpty();
    }

    private JsonNode schema(String name) {
        return description.document().path("components").path("schemas").path(name);
    }

    private List<String> answerTypes(Operation operation) {
        List<String> types = new ArrayList<>();
        operation
                .node()
                .path("responses")
                .forEach(response ->
                        types.addAll(names(description.resolve(response).path("content"))));
        return types;
    }

    private static List<String> variables(Route route) {
        Matcher variables = VARIABLE.matcher(route.path().text());
        return variables.results().map(found -> found.group(1)).toList();
    }

    private static List<String> types(List<MediaType> types) {
        return types.stream().map(MediaType::value).collect(Collectors.toList());
    }

    private static List<String> names(JsonNode content) {
        List<String> names = new ArrayList<>();
        content.fieldNames().forEachRemaining(names::add);
        return names;
    }
}

package io.tidemark.functions.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutesTest {
    @ParameterizedTest
    @CsvSource({
        "POST, /v3/clusters/c/topics/t/records, PRODUCE",
        "POST, /v3/clusters/c/topics/t/records:batch, PRODUCE",
        "POST, /v3/clusters/c/topics/t/records%3Abatch, PRODUCE",
        "POST, /v3/clusters/c/topics/t/partitions/0/records, PRODUCE",
        "GET, /v3/clusters/c/topics/t/partitions/0/records, FETCH",
        "GET, /v3/clusters/c/topics/t/partitions/0/offset, LOOKUP",
        "POST, /v3/clusters/c/offsets:list, LOOKUP",
        "POST, /v3/clusters/c/topics/t/records:delete, ADMIN",
        "DELETE, /v3/clusters/c/topics/t, ADMIN",
        "POST, /v3/clusters/c/producers, TRANSACTIONS",
        "POST, /v3/clusters/c/transactions/t:end, TRANSACTIONS",
        "POST, /v3/clusters/c/transactions/t%3Aend, TRANSACTIONS",
        "GET, /v3/clusters/c/transactions/t%2Fu, TRANSACTIONS",
        "PATCH, /v3/clusters/c/topics/t/partitions/0/offset, LOOKUP",
        "GET, /nowhere, ADMIN",
        "GET, /v3/clusters/%zz, ADMIN",
    })
    void everyRequestHasAFunction(String method, String path, LambdaFunction function) {
        assertThat(Routes.functionFor(method, path)).isEqualTo(function);
    }

    @Test
    void noTwoRoutesAnswerOneRequest() {
        assertThat(Routes.ALL).extracting(Route::operationId).doesNotHaveDuplicates();
        for (Route route : Routes.ALL) {
            List<String> segments = Arrays.asList(route.path().text().split("/", -1));
            assertThat(Routes.at(segments))
                    .filteredOn(other -> other.method().equals(route.method()))
                    .containsExactly(route);
        }
    }

    @Test
    void everyFunctionHasARoute() {
        assertThat(Routes.ALL).extracting(Route::function).contains(LambdaFunction.values());
        assertThat(LambdaFunction.LOOKUP.handlerName()).isEqualTo("lookup");
    }

    @Test
    void aTemplateGivesItsVariablesDecoded() {
        PathTemplate template = new PathTemplate("/a/{x}/b/{y}");
        assertThat(PathTemplate.segmentsOf("/a/1%2F2/b/%20").flatMap(template::match))
                .contains(Map.of("x", "1/2", "y", " "));
    }

    @ParameterizedTest
    @CsvSource({"/a//b/2", "/a/1/b", "/a/1/b/2/", "/a/1/c/2", "a/1/b/2", "/a/1/b/2/3", "''"})
    void aTemplateMatchesWholePathsOnly(String path) {
        PathTemplate template = new PathTemplate("/a/{x}/b/{y}");
        assertThat(PathTemplate.segmentsOf(path).flatMap(template::match)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/t/a:end,a", "/t/a%3Aend,a", "/t/a:end:end,a:end", "/t/%2F:end,/"})
    void aVerbBehindAVariableIsNotItsValue(String path, String value) {
        PathTemplate template = new PathTemplate("/t/{id}:end");
        assertThat(PathTemplate.segmentsOf(path).flatMap(template::match)).contains(Map.of("id", value));
        assertThat(template.deployed()).isEqualTo("/t/{id}");
    }

    @ParameterizedTest
    @CsvSource({"/t/a", "/t/:end", "/t/a:ends", "/t/aend", "/t/a/:end"})
    void aVerbThatIsMissingIsNoMatch(String path) {
        PathTemplate template = new PathTemplate("/t/{id}:end");
        assertThat(PathTemplate.segmentsOf(path).flatMap(template::match)).isEmpty();
    }

    @Test
    void aPathOfManySegmentsIsNotSplitWithoutEnd() {
        assertThat(PathTemplate.segmentsOf("/".repeat(1_000_000)).orElseThrow()).hasSizeLessThan(20);
    }
}

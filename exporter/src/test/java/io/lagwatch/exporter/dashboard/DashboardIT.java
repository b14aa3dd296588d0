package io.lagwatch.exporter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.exporter.alert.Promtool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prometheus' own parser reads every query of the dashboards. */
class DashboardIT {
  @TempDir private Path folder;

  @Test
  void everyQueryIsPromQl() throws IOException, InterruptedException {
    var promtool = Promtool.find();
    assertThat(promtool)
        .as("promtool on the path (Debian: apt-get install prometheus)")
        .isPresent();
    var queries =
        Dashboard.all().stream()
            .flatMap(dashboard -> dashboard.queries().stream())
            .distinct()
            .map(query -> query.replace("$__rate_interval", "1m").replace("$app", ".*"))
            .map(query -> query.replace("$query", ".*"))
            .toList();
    var rules =
        IntStream.range(0, queries.size())
            .mapToObj(i -> Map.of("record", "query:" + i, "expr", queries.get(i)))
            .toList();
    var file = folder.resolve("queries.yml");
    new ObjectMapper()
        .writeValue(
            file.toFile(), Map.of("groups", List.of(Map.of("name", "dashboards", "rules", rules))));
    promtool.get().passes("check", "rules", file.toString());
  }
}

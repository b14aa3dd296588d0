package io.lagwatch.demo.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.demo.metrics.TextFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuerySamplesTest {
  private static final String LABELS = "{app=\"lagwatch-demo\",query=\"network-kpi\"";

  @Test
  void linePrintsTheValuesOfAQuery() {
    QuerySamples view =
        view(
            gauge("query_state", LABELS + ",state=\"running\"} 1")
                + gauge("query_lag_records", LABELS + "} 1204")
                + gauge("query_lag_seconds", LABELS + "} 4.26")
                + gauge("watermark_timestamp_seconds", LABELS + "} 1793287560")
                + gauge("alert_firing", LABELS + ",alert=\"LagGrowing\",severity=\"critical\"} 1"));

    assertThat(view.line())
        .contains("network-kpi", "running", "1,204 rec", "4.3 s", "10-29T15:26", "LagGrowing");
  }

  @Test
  void lineReportsAQueryWithoutReports() {
    assertThat(view("").line()).isEqualTo("network-kpi          has not reported yet");
  }

  @Test
  void linePrintsADashForUnknownValues() {
    QuerySamples view = view(gauge("query_state", LABELS + ",state=\"running\"} 1"));
    assertThat(view.line())
        .contains("running", "lag       - rec", "watermark           -", "no alert");
  }

  @Test
  void partitionsAreSummedOverSources() {
    QuerySamples view =
        view(
            "# HELP spark_streaming_lag_records L.\n# TYPE spark_streaming_lag_records gauge\n"
                + "spark_streaming_lag_records"
                + LABELS
                + ",source=\"0\",topic=\"t\",partition=\"0\"} 3\n"
                + "spark_streaming_lag_records"
                + LABELS
                + ",source=\"1\",topic=\"t\",partition=\"0\"} 4\n");

    assertThat(view.partitions("lag_records")).isEqualTo(Map.of("t-0", 7L));
  }

  private static QuerySamples view(String text) {
    return QuerySamples.of(TextFormat.read(text + "\n"), DemoQuery.NETWORK_KPI);
  }

  private static String gauge(String metric, String rest) {
    String name = "spark_streaming_" + metric;
    return "# HELP %s X.\n# TYPE %s gauge\n%s%s\n".formatted(name, name, name, rest);
  }
}

package io.lagwatch.demo.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.demo.environment.QuerySamples;
import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.demo.metrics.TextFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeriesComparisonTest {
  private static final Map<String, String> QUERY = Map.of("app", "x", "query", "q");

  @Test
  void passesWhenEverySeriesContinuesWithAnyValue() {
    assertThat(compare("lag{app=\"x\",query=\"q\"} 1", "lag{app=\"x\",query=\"q\"} 7").passed())
        .isTrue();
  }

  @Test
  void reportsMissingAndAdditionalSeries() {
    CheckReport.CheckResult result =
        compare(
            "lag{app=\"x\",query=\"q\",partition=\"0\"} 1",
            "lag{app=\"x\",query=\"q\",partition=\"1\"} 1");

    assertThat(result.passed()).isFalse();
    assertThat(result.detail())
        .contains("missing [lag{app=x, partition=0, query=q}]")
        .contains("additional [lag{app=x, partition=1, query=q}]");
  }

  @Test
  void ignoresOtherQueries() {
    assertThat(
            compare("lag{app=\"x\",query=\"other\"} 1", "lag{app=\"x\",query=\"other\"} 1")
                .passed())
        .isFalse();
  }

  private static CheckReport.CheckResult compare(String before, String after) {
    return SeriesComparison.compare(lag(before), new QuerySamples(lag(after), QUERY));
  }

  private static Scrape lag(String sample) {
    return TextFormat.read("# HELP lag L.\n# TYPE lag gauge\n" + sample + "\n");
  }
}

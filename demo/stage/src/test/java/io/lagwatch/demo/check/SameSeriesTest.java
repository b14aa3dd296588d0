package io.lagwatch.demo.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.demo.metrics.TextFormat;
import io.lagwatch.demo.stage.QueryView;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SameSeriesTest {
  private static final Map<String, String> QUERY = Map.of("app", "x", "query", "q");

  @Test
  void holdsWhenEverySeriesGoesOnWhateverItsValue() {
    assertThat(compare("lag{app=\"x\",query=\"q\"} 1", "lag{app=\"x\",query=\"q\"} 7").holds())
        .isTrue();
  }

  @Test
  void tellsOfASeriesThatIsGoneAndOfOneThatIsFurther() {
    Checks.Fact fact =
        compare(
            "lag{app=\"x\",query=\"q\",partition=\"0\"} 1",
            "lag{app=\"x\",query=\"q\",partition=\"1\"} 1");

    assertThat(fact.holds()).isFalse();
    assertThat(fact.told())
        .contains("gone [lag{app=x, partition=0, query=q}]")
        .contains("further [lag{app=x, partition=1, query=q}]");
  }

  @Test
  void looksAtNoOtherQuery() {
    assertThat(
            compare("lag{app=\"x\",query=\"other\"} 1", "lag{app=\"x\",query=\"other\"} 1").holds())
        .isFalse();
  }

  private static Checks.Fact compare(String before, String after) {
    return SameSeries.compare(lag(before), new QueryView(lag(after), QUERY));
  }

  private static Scrape lag(String sample) {
    return TextFormat.read("# HELP lag L.\n# TYPE lag gauge\n" + sample + "\n");
  }
}

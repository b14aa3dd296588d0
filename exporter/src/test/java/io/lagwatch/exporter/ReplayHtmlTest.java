package io.lagwatch.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.replay.ReplayReport;
import io.lagwatch.exporter.replay.ReplayReport.ChartedValues;
import io.lagwatch.exporter.replay.ReplayReport.FiredAlert;
import io.lagwatch.exporter.replay.ReplayReport.ReplayedQuery;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReplayHtmlTest {
  private static final FiredAlert ALERT =
      new FiredAlert("LagGrowing", "critical", "then", "later", "5 min", "Lag is 5 records.");

  private static ReplayedQuery query(String name, String json, int alerts) {
    return new ReplayedQuery(
        name,
        "Batches 1.",
        List.of("It was <slow>."),
        Collections.nCopies(alerts, ALERT),
        new ChartedValues(json, List.of("lagRecords"), Duration.ofSeconds(15), null));
  }

  private static String page(List<ReplayedQuery> queries) {
    return new ReplayHtml().render(new ReplayReport("a.log", List.of("Read 1 progress."), queries));
  }

  @Test
  void needsNoOtherFile() {
    assertThat(page(List.of(query("a / b", "{}", 1))))
        .contains("<h2>a / b</h2>", "LagGrowing", "Lag is 5 records.", "uPlot", "drawSections")
        .doesNotContain(" src=", "url(", "@import", "<link rel=\"stylesheet\"");
  }

  @Test
  void escapesTextFromTheInput() {
    assertThat(page(List.of(query("<script>x</script>", "{\"a\":\"\\\"><script>\"}", 0))))
        .contains("It was &lt;slow&gt;.")
        .doesNotContain("<script>x", "\"><script>");
  }

  @Test
  void pageIsNeverLargerThanItsLimit() {
    String large = "[" + "123456,".repeat(20_000) + "0]";
    List<ReplayedQuery> many =
        IntStream.range(0, 3_000).mapToObj(i -> query("a / query " + i, large, 200)).toList();

    String page = page(many);

    assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(2_000_000);
    assertThat(page)
        .contains("query 0<", "Alerts fired 150 more times.", "more queries are not listed");
  }

  @Test
  void listsQueriesWithoutChartsWithTheirNumbers() {
    List<ReplayedQuery> many =
        IntStream.range(0, 41).mapToObj(i -> query("a / query " + i, "{}", 0)).toList();

    assertThat(page(many))
        .contains(
            "<h2>a / query 39</h2>", "Queries without charts", "<th scope=\"row\">a / query 40")
        .doesNotContain("more queries are not listed");
  }
}

package io.lagwatch.demo.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TextFormatTest {
  private static final String LAG =
      """
      # HELP lag_records How far behind.
      # TYPE lag_records gauge
      lag_records{query="a",partition="0"} 3
      lag_records{query="a",partition="1"} 4.5E1
      lag_records{query="b \\"x\\"\\n\\\\",partition="0"} NaN
      """;

  @Test
  void readsNamesLabelsAndValues() {
    Scrape scrape = TextFormat.read(LAG);

    assertThat(scrape.types()).containsExactly(Map.entry("lag_records", "gauge"));
    assertThat(scrape.sum("lag_records", Map.of("query", "a"))).hasValue(48);
    assertThat(scrape.value("lag_records", Map.of("query", "a", "partition", "1"))).hasValue(45);
    assertThat(scrape.value("lag_records", Map.of("query", "c"))).isEmpty();
    assertThat(scrape.all("lag_records", Map.of("query", "b \"x\"\n\\")))
        .singleElement()
        .satisfies(sample -> assertThat(sample.value()).isNaN());
    assertThat(scrape.samples().get(1).series()).isEqualTo("lag_records{partition=1, query=a}");
  }

  @Test
  void keepsOffsetsExactAbove2To53() {
    Scrape scrape =
        TextFormat.read(
            """
            # HELP end_offset End.
            # TYPE end_offset gauge
            end_offset 9007199254740993
            """);

    assertThat(scrape.samples().get(0).exact()).isEqualTo(9_007_199_254_740_993L);
  }

  @Test
  void readsOpenMetricsCountersInfosAndItsEnd() {
    Scrape scrape =
        TextFormat.read(
            """
            # TYPE rows counter
            # HELP rows Rows.
            rows_total 5
            # TYPE build info
            # HELP build Build.
            build_info{version="1"} 1
            # EOF
            """);

    assertThat(scrape.value("rows_total", Map.of())).hasValue(5);
  }

  @Test
  void rejectsADuplicateSeries() {
    rejects(
        LAG + "lag_records{partition=\"0\",query=\"a\"} 9\n",
        "line 6: expected each series once, found again lag_records{partition=0, query=a}");
  }

  @Test
  void rejectsAFamilyInTwoPlaces() {
    rejects(
        LAG + "# HELP other O.\n# TYPE other gauge\nother 1\nlag_records{query=\"z\"} 1\n",
        "line 9: expected a sample of other, found lag_records");
  }

  @Test
  void rejectsATimestamp() {
    rejects(
        "# HELP a A.\n# TYPE a gauge\na 1 1700000000000\n",
        "line 3: column 3: expected one number and the end of the line, found a 1 1700000000000");
  }

  @Test
  void rejectsATruncatedResponse() {
    rejects(
        LAG.substring(0, LAG.length() - 8),
        "last line: expected a line feed at its end, found none");
    rejects(
        "# HELP a A.\n# TYPE a gauge\na{b=\"c\n",
        "line 3: column 7: expected a closing quote, found a{b=\"c");
  }

  @Test
  void rejectsASampleWithoutHelpOrType() {
    rejects("# TYPE a gauge\na 1\n", "line 2: expected # HELP a, found none");
    rejects("a 1\n", "line 1: expected # TYPE first, found a");
  }

  private static void rejects(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TextFormat.read(text))
        .withMessage(message);
  }
}

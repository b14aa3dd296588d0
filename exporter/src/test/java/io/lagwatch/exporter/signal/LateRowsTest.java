package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.signal.SignalFacts.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Totals;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LateRowsTest {
  private final LateRows late = new LateRows(List.of());

  private static Totals totals(long rows, long dropped) {
    return new Totals(1, 0, rows, dropped, 0, Totals.Durations.NONE);
  }

  @Test
  void nothingWasDroppedBeforeTheFirstObservation() {
    assertThat(late.ratio(totals(100, 50))).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    // rows read and dropped since, ratio
    "100, 0, 0",
    "100, 1, 0.01",
    "100, 50, 0.5",
    "100, 100, 1",
    "10, 20, 1",
    "0, 5, 1",
    "100, -1, 0",
    "-100, 5, 1"
  })
  void ratioIsDroppedRowsDividedByRowsRead(long rows, long dropped, double ratio) {
    late.observe(totals(1000, 1000), at(0));
    assertThat(late.ratio(totals(1000 + rows, 1000 + dropped))).isEqualTo(ratio);
  }

  @Test
  void countsAtMostOncePerMinute() {
    late.observe(totals(1, 0), at(0));
    late.observe(totals(2, 0), at(59));
    assertThat(late.counts()).hasSize(1);
    late.observe(totals(3, 0), at(60));
    assertThat(late.counts())
        .containsExactly(new LateRows.RowCounts(at(0), 0, 1), new LateRows.RowCounts(at(60), 0, 3));
  }

  @Test
  void looksBackFifteenMinutes() {
    late.observe(totals(100, 0), at(0));
    late.observe(totals(200, 10), at(60));
    late.observe(totals(300, 10), at(900));
    assertThat(late.ratio(totals(300, 10))).as("15 minutes").isEqualTo(0.05);
    late.observe(totals(300, 10), at(901));
    assertThat(late.ratio(totals(300, 10))).as("more than 15 minutes").isZero();
  }

  @Test
  void keepsTheLastCountHoweverOldItIs() {
    late.observe(totals(100, 0), at(0));
    late.observe(totals(200, 0), at(59));
    late.observe(totals(400, 0), at(10_000));
    assertThat(late.counts()).containsExactly(new LateRows.RowCounts(at(10_000), 0, 400));
  }

  @Test
  void savedStateContinues() {
    late.observe(totals(100, 3), at(0));
    var restored = new LateRows(late.counts());
    assertThat(restored.counts()).isEqualTo(late.counts()).hasSize(1);
    assertThat(restored.ratio(totals(110, 4))).isEqualTo(0.1);
  }
}

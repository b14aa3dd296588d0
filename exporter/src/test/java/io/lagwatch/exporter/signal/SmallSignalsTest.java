package io.lagwatch.exporter.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SmallSignalsTest {
  private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");

  private static final Duration NEVER = Duration.ofDays(365);

  private static Totals totals(long rows, long dropped) {
    return new Totals(1, 0, rows, dropped, 0, Totals.Durations.NONE);
  }

  @Test
  void lateRowsAreAShareOfTheLastQuarterOfAnHour() {
    var late = new LateRows(List.of());
    for (int minute = 0; minute <= 60; minute++) {
      late.observe(totals(1000L * minute, 7), START.plusSeconds(minute * 60L));
    }
    assertThat(late.ratio(totals(60_000, 7))).as("dropped long ago").isZero();
    assertThat(late.ratio(totals(60_000, 1507))).isEqualTo(0.1);
    assertThat(new LateRows(late.counts()).ratio(totals(60_000, 1507))).isEqualTo(0.1);
  }

  @Test
  void lateRowsOfAPlanThatCountsNoneAreAllOfThem() {
    var late = new LateRows(List.of());
    late.observe(totals(0, 0), START);
    assertThat(late.ratio(totals(0, 5))).isEqualTo(1);
  }

  private static QueryLag lag(long earliest, long position, long end) {
    var partition =
        new PartitionLag(
            0,
            new TopicPartition("t", 0),
            position,
            end,
            earliest,
            Math.max(0, end - position),
            TimeLag.NONE,
            PartitionLag.State.MEASURED);
    return new QueryLag(
        QueryLag.Basis.BROKER, List.of(partition), end - position, null, 0, null, null, null);
  }

  @Test
  void retentionMeetsAPositionThatStandsStill() {
    var retention = new Retention();
    for (int minute = 0; minute <= 60; minute += 5) {
      retention.observe(lag(minute * 60L, 7200, 20_000), START.plusSeconds(minute * 60L));
    }
    Instant now = START.plusSeconds(3600);
    assertThat(retention.horizon(lag(3600, 7200, 20_000), now)).isEqualTo(Duration.ofHours(1));
    assertThat(retention.horizon(lag(7201, 7200, 20_000), now)).isEqualTo(Duration.ZERO);
    assertThat(Retention.lost(lag(7201, 7200, 20_000))).isEqualTo(1);
  }

  @Test
  void retentionIsUnknownWithoutTheBroker() {
    var retention = new Retention();
    retention.observe(lag(0, 7200, 20_000), START);
    assertThat(retention.horizon(QueryLag.none("no broker"), START.plusSeconds(3600))).isNull();
  }

  @Test
  void aJumpOfTheLogsStartIsNoRiskForAQueryThatKeepsUp() {
    var retention = new Retention();
    retention.observe(lag(0, 90_000, 90_010), START);
    Instant now = START.plusSeconds(3600);
    assertThat(retention.horizon(lag(80_000, 93_000, 93_010), now)).isEqualTo(NEVER);
  }

  @Test
  void aQueryThatCatchesUpFasterThanRecordsAreDeletedIsAtNoRisk() {
    var retention = new Retention();
    for (int minute = 0; minute <= 60; minute += 5) {
      retention.observe(
          lag(minute * 60L, 4000 + minute * 100L, 50_000), START.plusSeconds(minute * 60L));
    }
    assertThat(retention.horizon(lag(3600, 10_000, 50_000), START.plusSeconds(3600)))
        .isEqualTo(NEVER);
  }
}

package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.ingest.Report.Trigger.Type.PROCESSING_TIME;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.BatchThresholds;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.query.QueryFacts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IntervalsTest {
  private static QuerySettings configured(@Nullable Duration interval) {
    var d = QuerySettings.DEFAULTS;
    return new QuerySettings(
        d.input(),
        new BatchThresholds(
            interval,
            d.batch().batchNearTriggerRatio(),
            d.batch().batchNearTriggerHold(),
            d.batch().stuckAfter()),
        d.lag(),
        d.watermark(),
        d.state(),
        d.retention(),
        d.runs());
  }

  private static QueryFacts with(Report.Trigger.@Nullable Type type, @Nullable Duration interval) {
    var facts = SignalFacts.facts();
    return (type == null ? facts : facts.trigger(type, interval)).build();
  }

  @Test
  void floorIsOneAndAQuarterIntervalsWhereThatIsLonger() {
    QuerySettings settings = configured(null);
    assertThat(settings.lag().lagFloor()).isEqualTo(Duration.ofMinutes(1));
    assertThat(floor(null)).isEqualTo(Duration.ofMinutes(1));
    assertThat(floor(Duration.ofMillis(47_900))).isEqualTo(Duration.ofMinutes(1));
    assertThat(floor(Duration.ofSeconds(48))).isEqualTo(Duration.ofMinutes(1));
    assertThat(floor(Duration.ofMillis(48_100))).isEqualTo(Duration.ofMillis(60_125));
    assertThat(floor(Duration.ofMinutes(10))).isEqualTo(Duration.ofSeconds(750));
  }

  private static Duration floor(@Nullable Duration interval) {
    return Intervals.lagFloor(
        with(interval == null ? null : PROCESSING_TIME, interval), configured(null));
  }
}

package io.lagwatch.exporter.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SignalGaugesTest {
  @Test
  void everySignalHasANameOfItsOwnAndAHelp() {
    assertThat(SignalGauges.ALL).extracting(SignalGauges.SignalGauge::name).doesNotHaveDuplicates();
    assertThat(SignalGauges.ALL)
        .allSatisfy(
            gauge -> {
              assertThat(gauge.name()).matches("spark_streaming_[a-z_]+[a-z]");
              assertThat(gauge.help()).isNotBlank();
            });
  }

  @Test
  void whatIsUnknownHasNoValue() {
    assertThat(SignalGauges.ALL)
        .allSatisfy(g -> assertThat(g.value().apply(Signals.UNKNOWN)).isNull());
  }

  @Test
  void knownSignalsHaveAValueByName() {
    var signals =
        new Signals(
            new LagSignals(0.5, null, Duration.ofMillis(1500), null, 3),
            BatchSignals.UNKNOWN,
            InputSignals.UNKNOWN,
            WatermarkSignals.UNKNOWN,
            StateSignals.UNKNOWN,
            RetentionSignals.UNKNOWN,
            new QueryHealth(true, false, null, null),
            RunSignals.UNKNOWN);
    var values = new HashMap<String, Double>();
    for (var gauge : SignalGauges.ALL) {
      Double value = gauge.value().apply(signals);
      if (value != null) {
        values.put(gauge.name(), value);
      }
    }
    assertThat(values)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "spark_streaming_lag_growth_ratio", 0.5,
                "spark_streaming_lag_floor_seconds", 1.5,
                "spark_streaming_partitions_unmeasured", 3.0,
                "spark_streaming_query_failing", 1.0,
                "spark_streaming_query_lost", 0.0));
  }
}

package io.lagwatch.exporter.signal;

import static org.assertj.core.api.Assertions.assertThat;

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
}

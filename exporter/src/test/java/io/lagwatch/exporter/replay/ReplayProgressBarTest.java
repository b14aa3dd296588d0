package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayProgressBarTest {
  private static final Instant REACHED = Instant.parse("2026-03-02T06:20:00Z");

  private final StringWriter terminal = new StringWriter();
  private long nanos = 1_000;
  private final ReplayProgressBar bar =
      new ReplayProgressBar(new PrintWriter(terminal), () -> nanos);

  @Test
  void isDueOnceInAnInterval() {
    nanos += ReplayProgressBar.INTERVAL.toNanos() - 1;
    assertThat(bar.isDue()).isFalse();
    nanos++;
    assertThat(bar.isDue()).isTrue();
    bar.show(0.5, REACHED);
    assertThat(bar.isDue()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "0,'[                              ] 0 %'",
    "0.5,'[###############               ] 50 %'",
    "0.999,'[############################# ] 99 %'",
    "1,'[##############################] 100 %'",
    "1.5,'[##############################] 100 %'",
  })
  void showsTheShareThatHasBeenRead(double share, String shown) {
    bar.show(share, REACHED);
    assertThat(terminal.toString()).isEqualTo("\r\u001b[K" + shown + "  2026-03-02 06:20:00 UTC");
  }

  @Test
  void showsTheTimeIfTheShareIsUnknown() {
    bar.show(null, REACHED);
    assertThat(terminal.toString()).isEqualTo("\r\u001b[K2026-03-02 06:20:00 UTC");
  }

  @Test
  void clearsOnlyWhatItHasShown() {
    bar.clear();
    assertThat(terminal.toString()).isEmpty();
    bar.show(0.1, REACHED);
    bar.clear();
    bar.clear();
    assertThat(terminal.toString()).endsWith("UTC\r\u001b[K").containsOnlyOnce("UTC\r");
  }
}

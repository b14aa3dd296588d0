package io.lagwatch.demo.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.demo.metrics.TextFormat;
import org.junit.jupiter.api.Test;

class CounterMonitorTest {
  private final CounterMonitor monitor = new CounterMonitor();

  @Test
  void passesWhenCountersStayRiseOrAreNew() {
    monitor.add(batches("{query=\"a\"} 3"));
    monitor.add(batches("{query=\"a\"} 3"));
    monitor.add(batches("{query=\"a\"} 5", "{query=\"b\"} 1"));

    assertThat(monitor.monotonic().passed()).isTrue();
  }

  @Test
  void reportsACounterThatDecreasesEvenIfItRecovers() {
    monitor.add(batches("{query=\"a\"} 3"));
    monitor.add(batches("{query=\"a\"} 0"));
    monitor.add(batches("{query=\"a\"} 4"));

    assertThat(monitor.monotonic().passed()).isFalse();
    assertThat(monitor.monotonic().detail()).contains("{query=a}: 3.0 -> 0.0");
  }

  @Test
  void reportsACounterThatDisappears() {
    monitor.add(batches("{query=\"a\"} 3", "{query=\"b\"} 3"));
    monitor.add(batches("{query=\"a\"} 3"));

    assertThat(monitor.monotonic().detail()).contains("{query=b}: 3.0 -> null");
  }

  @Test
  void failsWithoutAnyCounter() {
    assertThat(monitor.monotonic().passed()).isFalse();
  }

  private static Scrape batches(String... series) {
    StringBuilder text =
        new StringBuilder(
            "# HELP spark_streaming_batches_total B.\n"
                + "# TYPE spark_streaming_batches_total counter\n");
    for (String each : series) {
      text.append("spark_streaming_batches_total").append(each).append('\n');
    }
    return TextFormat.read(text.toString());
  }
}

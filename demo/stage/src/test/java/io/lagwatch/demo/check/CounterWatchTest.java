package io.lagwatch.demo.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.demo.metrics.TextFormat;
import org.junit.jupiter.api.Test;

class CounterWatchTest {
  private final CounterWatch watch = new CounterWatch();

  @Test
  void isContentWithCountersThatStandOrRiseAndWithNewOnes() {
    watch.see(batches("{query=\"a\"} 3"));
    watch.see(batches("{query=\"a\"} 3"));
    watch.see(batches("{query=\"a\"} 5", "{query=\"b\"} 1"));

    assertThat(watch.monotonic().holds()).isTrue();
  }

  @Test
  void notesACounterThatGoesBackEvenIfItRecovers() {
    watch.see(batches("{query=\"a\"} 3"));
    watch.see(batches("{query=\"a\"} 0"));
    watch.see(batches("{query=\"a\"} 4"));

    assertThat(watch.monotonic().holds()).isFalse();
    assertThat(watch.monotonic().told()).contains("{query=a}: 3.0 -> 0.0");
  }

  @Test
  void notesACounterThatVanishes() {
    watch.see(batches("{query=\"a\"} 3", "{query=\"b\"} 3"));
    watch.see(batches("{query=\"a\"} 3"));

    assertThat(watch.monotonic().told()).contains("{query=b}: 3.0 -> null");
  }

  @Test
  void isNotContentWithNothing() {
    assertThat(watch.monotonic().holds()).isFalse();
  }

  private static Scrape batches(String... series) {
    StringBuilder text =
        new StringBuilder(
            "# HELP spark_streaming_batches_total B.\n# TYPE spark_streaming_batches_total counter\n");
    for (String each : series) {
      text.append("spark_streaming_batches_total").append(each).append('\n');
    }
    return TextFormat.read(text.toString());
  }
}

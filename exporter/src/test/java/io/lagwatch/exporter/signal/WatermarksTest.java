package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.signal.SignalFacts.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatermarksTest {
  private final Watermarks watermarks = new Watermarks();

  private void batch(long end, @Nullable Instant watermark, long records) {
    watermarks.ended(SignalFacts.batch(at(end - 1), at(end), watermark, null), records);
  }

  @Test
  void stallIsUnknownWithoutAWatermark() {
    assertThat(watermarks.stall()).isNull();
    batch(10, null, 5);
    batch(20, null, 5);
    assertThat(watermarks.stall()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "2, 0", "3, 30", "4, 40"})
  void stallNeedsThreeBatchesWithRows(int batches, long seconds) {
    batch(100, at(0), 5);
    for (int i = 1; i <= batches; i++) {
      batch(100 + i * 10L, at(0), 1);
    }
    assertThat(watermarks.stall()).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void batchesWithoutRowsDoNotCount() {
    batch(100, at(0), 5);
    batch(110, at(0), 1);
    batch(120, at(0), 1);
    batch(130, at(0), 0);
    batch(140, at(0), 0);
    assertThat(watermarks.stall()).isZero();
    batch(150, at(0), 1);
    assertThat(watermarks.stall()).isEqualTo(Duration.ofSeconds(50));
    batch(160, at(0), 0);
    assertThat(watermarks.stall()).as("time without rows").isEqualTo(Duration.ofSeconds(50));
  }

  @Test
  void anAdvanceEndsTheStall() {
    for (int i = 0; i < 5; i++) {
      batch(100 + i * 10L, at(0), 1);
    }
    assertThat(watermarks.stall()).isEqualTo(Duration.ofSeconds(40));
    batch(150, at(1), 1);
    assertThat(watermarks.stall()).isZero();
    batch(160, at(1), 1);
    batch(170, at(1), 1);
    assertThat(watermarks.stall()).as("two batches since").isZero();
    batch(180, at(1), 1);
    assertThat(watermarks.stall()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void aWatermarkThatDisappearsMakesTheStallUnknown() {
    for (int i = 0; i < 5; i++) {
      batch(100 + i * 10L, at(0), 1);
    }
    batch(150, null, 1);
    assertThat(watermarks.stall()).isNull();
  }

  @Test
  void savedStateContinuesTheStall() {
    batch(100, at(0), 1);
    batch(110, at(0), 1);
    batch(120, at(0), 1);
    var restored = new Watermarks(watermarks.state());
    assertThat(restored.state()).isEqualTo(watermarks.state());
    restored.ended(SignalFacts.batch(at(129), at(130), at(0), null), 1);
    assertThat(restored.stall()).isEqualTo(Duration.ofSeconds(30));
  }
}

package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.query.SavedField.notNegative;

import io.lagwatch.exporter.query.LastBatch;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Detects a watermark that does not advance while rows arrive. Not thread-safe. */
final class Watermarks {
  private static final int MIN_BATCHES = 3;

  private @Nullable Instant watermark;
  private @Nullable Instant movedAt;
  private @Nullable Instant lastRowsAt;
  private int batchesSince;

  /** The content of the state file. */
  record SavedWatermark(
      @Nullable Instant watermark,
      @Nullable Instant movedAt,
      @Nullable Instant lastRowsAt,
      int batchesSince) {
    SavedWatermark {
      notNegative((long) batchesSince, "watermarks.batchesSince");
    }
  }

  Watermarks() {}

  Watermarks(SavedWatermark state) {
    watermark = state.watermark();
    movedAt = state.movedAt();
    lastRowsAt = state.lastRowsAt();
    batchesSince = state.batchesSince();
  }

  SavedWatermark state() {
    return new SavedWatermark(watermark, movedAt, lastRowsAt, batchesSince);
  }

  /** Adds a completed batch. */
  void ended(LastBatch batch, long records) {
    Instant now = batch.progress().watermark();
    if (now == null || !now.equals(watermark)) {
      watermark = now;
      movedAt = batch.endedAt();
      lastRowsAt = null;
      batchesSince = 0;
    } else if (records > 0) {
      lastRowsAt = batch.endedAt();
      batchesSince++;
    }
  }

  /** Returns the time for which rows have arrived without an advance; null without a watermark. */
  @Nullable Duration stall() {
    if (watermark == null || movedAt == null) {
      return null;
    }
    return lastRowsAt == null || batchesSince < MIN_BATCHES
        ? Duration.ZERO
        : Duration.between(movedAt, lastRowsAt);
  }
}

package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.text.Times;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Shows on a terminal how far a replay is. Not thread-safe. */
final class ReplayProgressBar {
  static final Duration INTERVAL = Duration.ofMillis(200);

  private static final int WIDTH = 30;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintWriter terminal;
  private final LongSupplier nanoTime;
  private long shownAt;
  private boolean isShown;

  /**
   * @param nanoTime as {@link System#nanoTime}
   */
  ReplayProgressBar(PrintWriter terminal, LongSupplier nanoTime) {
    this.terminal = terminal;
    this.nanoTime = nanoTime;
    shownAt = nanoTime.getAsLong();
  }

  /** Whether it is time to show the bar again. */
  boolean isDue() {
    return nanoTime.getAsLong() - shownAt >= INTERVAL.toNanos();
  }

  /**
   * Shows the bar in place of the one before.
   *
   * @param share of the input that has been read, from 0 to 1; null if that is unknown
   * @param reached the time in the input
   */
  void show(@Nullable Double share, Instant reached) {
    shownAt = nanoTime.getAsLong();
    isShown = true;
    terminal.print(CLEAR_LINE + (share == null ? "" : bar(share)) + Times.utc(reached));
    terminal.flush();
  }

  private static String bar(double share) {
    int percent = (int) (100 * Math.max(0, Math.min(1, share)));
    int full = WIDTH * percent / 100;
    return "[" + "#".repeat(full) + " ".repeat(WIDTH - full) + "] " + percent + " %  ";
  }

  /** Removes the bar, so that other text can follow. */
  void clear() {
    if (isShown) {
      isShown = false;
      terminal.print(CLEAR_LINE);
      terminal.flush();
    }
  }
}

package io.lagwatch.exporter.metrics;

import java.util.Locale;

/** Why a sample was left out of a scrape. */
enum SampleLoss {
  /** There was already a sample with these labels. */
  DUPLICATE,
  /** The value or the labels do not fit the metric. */
  INVALID,
  /** The code for the sample threw an exception. */
  FAILED;

  /** Returns the value of the label {@code reason}. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

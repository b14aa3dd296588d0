package io.lagwatch.exporter;

import io.lagwatch.exporter.config.Settings;

/** Starts the exporter with given settings. */
@FunctionalInterface
interface Exporter {
  /**
   * Runs until the process receives a signal to stop.
   *
   * @return the exit code: 0, or 2 if it could not start with these settings
   */
  int run(Settings settings);
}

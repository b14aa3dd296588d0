package io.lagwatch.exporter;

import io.lagwatch.exporter.config.Settings;

/** The exporter itself, as its command starts it. */
@FunctionalInterface
interface Exporter {
  /**
   * Runs until the process is told to end.
   *
   * @return the exit code: 0, or 2 when it could not start with these settings
   */
  int run(Settings settings);
}

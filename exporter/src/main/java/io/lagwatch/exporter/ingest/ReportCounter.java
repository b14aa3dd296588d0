package io.lagwatch.exporter.ingest;

/** Counts what became of reports. Implementations are thread-safe. */
public interface ReportCounter {
  /** Counts a report that was taken. */
  void reportAccepted();

  /**
   * Counts a report that was refused.
   *
   * @param reason the error's code: one of a closed set, never text from outside
   */
  void reportRefused(String reason);
}

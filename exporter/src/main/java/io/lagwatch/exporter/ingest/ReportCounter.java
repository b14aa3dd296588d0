package io.lagwatch.exporter.ingest;

/** Counts accepted and rejected reports. Implementations are thread-safe. */
public interface ReportCounter {
  /** Counts an accepted report. */
  void reportAccepted();

  /**
   * Counts a rejected report.
   *
   * @param reason the error code: one of a fixed set, never text from outside
   */
  void reportRefused(String reason);
}

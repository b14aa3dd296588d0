package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.ClusterPoll;
import java.time.Duration;
import java.time.Instant;

/** One line of a recorded timeline: what went into the watch, and when. */
public sealed interface TimelineLine {
  /** The exporter's clock. */
  Instant at();

  /** A report that was accepted. */
  record ReportLine(Instant at, Report report) implements TimelineLine {}

  /**
   * What a poll of a cluster brought.
   *
   * @param took zero when the line does not say
   */
  record OffsetsLine(Instant at, ClusterPoll poll, Duration took) implements TimelineLine {}

  /**
   * A poll that failed as a whole.
   *
   * @param kind {@code unknown} when the line does not say
   * @param took zero when the line does not say
   */
  record PollErrorLine(Instant at, String cluster, String kind, String message, Duration took)
      implements TimelineLine {}
}

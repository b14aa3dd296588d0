package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.ClusterPoll;
import java.time.Instant;

/** One thing that reaches the exporter, or happens to it, at a moment of its own clock. */
sealed interface TimelineEvent {
  Instant at();

  /** A driver's report arrives. */
  record Reported(Instant at, Report report) implements TimelineEvent {}

  /** A poll of a cluster is answered. */
  record Polled(Instant at, ClusterPoll poll) implements TimelineEvent {}

  /** A poll of a cluster fails as a whole. */
  record PollFailed(Instant at, String cluster, String message) implements TimelineEvent {}

  /** The exporter ends, its state saved; what happens until it is back does not reach it. */
  record ExporterStopped(Instant at) implements TimelineEvent {}

  /** The exporter starts again from its saved state. */
  record ExporterStarted(Instant at) implements TimelineEvent {}
}

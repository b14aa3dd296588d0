package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a log says, one fact at a time. */
sealed interface LogEvent {
  /** When it happened; null if the log does not say: then at the time of the event before it. */
  @Nullable Instant at();

  /** The log goes on at this time. */
  record Seen(Instant at) implements LogEvent {}

  /** A run begins. */
  record Started(Identity query, @Nullable Instant at) implements LogEvent {}

  /**
   * A batch has ended.
   *
   * @param at the end of the batch
   */
  record Progressed(Identity query, Progress progress, Instant at) implements LogEvent {}

  /**
   * A batch runs.
   *
   * @param runId null if the log does not say of which run
   */
  record BatchRuns(@Nullable String runId, @Nullable Instant at) implements LogEvent {}

  /**
   * A query waits for data.
   *
   * @param query null if the log does not say which
   */
  record Idled(@Nullable Identity query, @Nullable Instant at) implements LogEvent {}

  /**
   * A run ends.
   *
   * @param error null if it was stopped
   */
  record Terminated(Identity query, Report.@Nullable QueryError error, @Nullable Instant at)
      implements LogEvent {}

  /** A driver begins. */
  record DriverStarted(String sparkVersion, @Nullable Instant at) implements LogEvent {}

  /** The log names the application; what is null it does not name here. */
  record ApplicationNamed(@Nullable String id, @Nullable String name, @Nullable Instant at)
      implements LogEvent {}

  /** The application has ended in order. */
  record ApplicationEnded(@Nullable Instant at) implements LogEvent {}

  /** A line of a recording. */
  record Recorded(TimelineLine line) implements LogEvent {
    @Override
    public Instant at() {
      return line.at();
    }
  }

  /** The identity of a run as every event carries it. */
  record Identity(String id, String runId, @Nullable String name) {}
}

package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.kafka.ClusterPoll;
import io.lagwatch.exporter.kafka.TopicInterest;
import java.time.Duration;
import java.time.Instant;

/**
 * The one door to everything that is known. What happens goes in with its time (the wall clock when
 * live, the file's when replaying), an immutable snapshot comes out. Thread-safe; no call waits for
 * input or output.
 */
public interface Watch {
  /** Takes a whole report that arrived at {@code at}. */
  void report(Report report, Instant at);

  /** Takes what a poll of a cluster brought; {@code took} is how long it lasted. */
  void polled(ClusterPoll poll, Instant at, Duration took);

  /**
   * Takes a poll that failed as a whole.
   *
   * @param kind short and stable, for the label {@code kind}
   */
  void pollFailed(String cluster, String kind, String message, Instant at, Duration took);

  /** Which topics the next poll has to ask for. */
  TopicInterest interest();

  /** What is known at {@code now}; never touches the network or the disk. */
  Snapshot snapshot(Instant now);
}

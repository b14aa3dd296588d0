package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.kafka.ClusterPoll;
import io.lagwatch.exporter.kafka.TopicInterest;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The one door to everything that is known. What happens goes in with its time (the wall clock when
 * live, the file's when replaying), an immutable snapshot comes out. Thread-safe; no call waits for
 * input or output.
 */
public interface Watch {
  /** How often {@link #evaluate} is due, live and in a replay. */
  Duration EVALUATION_INTERVAL = Duration.ofSeconds(15);

  /**
   * Takes a whole report that arrived at {@code at}.
   *
   * @return null when it was taken; a refusal when it would exceed what is watched at once (nothing
   *     changed then)
   */
  Decoded.@Nullable Refused report(Report report, Instant at);

  /** Takes what a poll of a cluster brought; {@code took} is how long it lasted. */
  void polled(ClusterPoll poll, Instant at, Duration took);

  /**
   * Takes a poll that failed as a whole.
   *
   * @param kind short and stable, for the label {@code kind}
   */
  void pollFailed(String cluster, String kind, String message, Instant at, Duration took);

  /**
   * Moves every alert on and lets go of what has expired; due every {@link #EVALUATION_INTERVAL}.
   */
  void evaluate(Instant now);

  /** Which topics the next poll has to ask for. */
  TopicInterest interest();

  /**
   * What is known at {@code now}: lag and signals as of now, alerts as of the last evaluation.
   * Changes nothing.
   */
  Snapshot snapshot(Instant now);
}

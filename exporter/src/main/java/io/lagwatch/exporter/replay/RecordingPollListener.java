package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.PollListener;
import io.lagwatch.exporter.lag.TopicInterest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Writes every poll result to the recording before it passes it on. Reports are recorded where
 * their bytes are. Thread-safe.
 */
public final class RecordingPollListener implements PollListener {
  private final PollListener delegate;
  private final Recorder recorder;

  public RecordingPollListener(PollListener delegate, Recorder recorder) {
    this.delegate = delegate;
    this.recorder = recorder;
  }

  @Override
  public TopicInterest interest(String cluster) {
    return delegate.interest(cluster);
  }

  @Override
  public void polled(ClusterPoll poll, Instant at, Duration took) {
    recorder.polled(poll, at, took);
    delegate.polled(poll, at, took);
  }

  @Override
  public void retentions(String cluster, Map<String, Duration> retentions) {
    delegate.retentions(cluster, retentions);
  }

  @Override
  public void pollFailed(String cluster, String kind, String message, Instant at, Duration took) {
    recorder.pollFailed(cluster, kind, message, at, took);
    delegate.pollFailed(cluster, kind, message, at, took);
  }
}

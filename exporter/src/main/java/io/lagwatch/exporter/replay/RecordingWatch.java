package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.kafka.ClusterPoll;
import io.lagwatch.exporter.kafka.TopicInterest;
import io.lagwatch.exporter.watch.Snapshot;
import io.lagwatch.exporter.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A watch whose polls are recorded as they come. Reports are recorded where their bytes are.
 * Thread-safe.
 */
public final class RecordingWatch implements Watch {
  private final Watch watch;
  private final Recorder recorder;

  public RecordingWatch(Watch watch, Recorder recorder) {
    this.watch = watch;
    this.recorder = recorder;
  }

  @Override
  public Decoded.@Nullable Refused report(Report report, Instant at) {
    return watch.report(report, at);
  }

  @Override
  public void polled(ClusterPoll poll, Instant at, Duration took) {
    recorder.polled(poll, at, took);
    watch.polled(poll, at, took);
  }

  @Override
  public void pollFailed(String cluster, String kind, String message, Instant at, Duration took) {
    recorder.pollFailed(cluster, kind, message, at, took);
    watch.pollFailed(cluster, kind, message, at, took);
  }

  @Override
  public void evaluate(Instant now) {
    watch.evaluate(now);
  }

  @Override
  public TopicInterest interest() {
    return watch.interest();
  }

  @Override
  public Snapshot snapshot(Instant now) {
    return watch.snapshot(now);
  }
}

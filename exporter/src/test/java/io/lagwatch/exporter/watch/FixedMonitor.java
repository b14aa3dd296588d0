package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.TopicInterest;
import io.lagwatch.exporter.query.ForgetResult;
import io.lagwatch.exporter.query.QueryKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A monitor that returns the snapshot of the test and keeps the reports that it receives. */
public final class FixedMonitor implements Monitor {
  public final List<Report> reports = new CopyOnWriteArrayList<>();
  public final List<String> renderingFailures = new CopyOnWriteArrayList<>();
  private volatile Supplier<Snapshot> snapshot;
  private volatile Decoded.@Nullable Refused refusal;

  public FixedMonitor(Snapshot snapshot) {
    this.snapshot = () -> snapshot;
  }

  public void show(Supplier<Snapshot> next) {
    snapshot = next;
  }

  public void refuseWith(Decoded.Refused refused) {
    refusal = refused;
  }

  @Override
  public Decoded.@Nullable Refused report(Report report, Instant at) {
    if (refusal == null) {
      reports.add(report);
    }
    return refusal;
  }

  @Override
  public void polled(ClusterPoll poll, Instant at, Duration took) {}

  @Override
  public void pollFailed(String cluster, String kind, String message, Instant at, Duration took) {}

  @Override
  public void evaluate(Instant now) {}

  @Override
  public ForgetResult forget(QueryKey key, Instant now) {
    QueryView query = snapshot.get().query(key);
    if (query == null) {
      return ForgetResult.UNKNOWN;
    }
    boolean isOver = query.run().state().isOver();
    return isOver ? ForgetResult.FORGOTTEN : ForgetResult.STILL_RUNNING;
  }

  @Override
  public TopicInterest interest(String cluster) {
    return TopicInterest.NONE;
  }

  @Override
  public FailedQuery renderingFailed(QueryView query, Throwable cause) {
    String id = query.identity().queryId();
    renderingFailures.add(id);
    return new FailedQuery(
        query.key(), id, EvaluationFailure.of(QueryGuard.Stage.RENDER, cause), query.alerts());
  }

  @Override
  public Snapshot snapshot(Instant now) {
    return snapshot.get();
  }
}

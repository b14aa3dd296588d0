package io.lagwatch.listener;

import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.jspecify.annotations.Nullable;

/**
 * The newest state of one run of one query. Spark's threads and the agent's threads write it, the
 * agent's threads read it; no method waits.
 */
final class QueryRun {
  final UUID id;
  final UUID runId;
  final long startedAt;

  /** Null for a query without a name, or while no event with the name has arrived. */
  volatile @Nullable String name;

  /** Null until it is read from Spark, and always null where that fails. */
  volatile @Nullable QueryTrigger trigger;

  volatile @Nullable String checkpoint;

  /** The Kafka brokers of the sources; empty until they are read, and where that fails. */
  volatile List<SourceBrokers> sources = Collections.emptyList();

  /** Where to read the sources while Spark has not created them; else null. */
  private volatile @Nullable ActiveQuery unread;

  private volatile boolean hasUnreadableSources;

  /** When the current batch was first seen running; null if none is running. */
  volatile @Nullable Long batchInFlightSince;

  private final AtomicReference<Delivery> delivery =
      new AtomicReference<>(new Delivery(RunStatus.RUNNING, 0));
  private final AtomicReference<Activity> activity;

  private final RepeatedFault progressTooLarge = new RepeatedFault();

  QueryRun(UUID id, UUID runId, @Nullable String name, long now) {
    this.id = id;
    this.runId = runId;
    this.name = name;
    this.startedAt = now;
    this.activity = new AtomicReference<>(Activity.none(now));
  }

  RunStatus status() {
    return delivery.get().status;
  }

  Activity activity() {
    return activity.get();
  }

  void addProgress(StreamingQueryProgress progress, long now) {
    readUnreadSources();
    activity.updateAndGet(previous -> previous.afterProgress(progress, now));
    batchInFlightSince = null;
  }

  /**
   * Reads which brokers the sources read. While Spark has not created the sources, the query is
   * remembered, so that a query that ends before the next poll reports them with its first progress
   * or its end. Returns true if they have changed.
   */
  boolean readSources(ActiveQuery query) {
    if (hasUnreadableSources) {
      return false;
    }
    try {
      List<SourceBrokers> read = query.sources();
      unread = read == null ? query : null;
      boolean hasChanged = read != null && read != sources;
      if (read != null) {
        sources = read;
      }
      return hasChanged;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unsupported) {
      DriverLog.debug("cannot read the sources of a query from Spark: " + unsupported);
      hasUnreadableSources = true;
      unread = null;
      return false;
    }
  }

  private void readUnreadSources() {
    ActiveQuery query = unread;
    if (query != null) {
      readSources(query);
    }
  }

  void markIdle(long now) {
    activity.updateAndGet(previous -> previous.afterIdle(now));
  }

  /** Returns true if the progress was newer than the known one. */
  boolean updateFromIdleProgress(StreamingQueryProgress progress) {
    Activity previous = activity.get();
    Activity updated = previous.updateFromIdleProgress(progress);
    return updated != previous && activity.compareAndSet(previous, updated);
  }

  /** Logs that the progress is too large to report; again only after it was reported. */
  void warnProgressDropped(int bytes, int limit, long now) {
    if (progressTooLarge.shouldLog(now)) {
      DriverLog.warn(
          "progress of query "
              + (name == null ? id : name)
              + " is too large to report ("
              + bytes
              + " bytes; limit for all queries: "
              + limit
              + "). Counts are still reported; position and lag are not");
    }
  }

  /** Records that a report contains the progress. */
  void markProgressReported() {
    progressTooLarge.end();
  }

  /**
   * Ends the run. Overrides an earlier end, because Spark's termination event is more precise than
   * an inferred end. The new end is not delivered to any endpoint yet.
   */
  void end(RunStatus end) {
    readUnreadSources();
    unread = null;
    delivery.set(new Delivery(end, 0));
    batchInFlightSince = null;
  }

  /** Ends the run unless it has already ended. Returns true if it was running. */
  boolean endIfRunning(RunStatus end) {
    readUnreadSources();
    unread = null;
    Delivery previous = delivery.get();
    boolean hasEnded =
        previous.status.isRunning() && delivery.compareAndSet(previous, new Delivery(end, 0));
    if (hasEnded) {
      batchInFlightSince = null;
    }
    return hasEnded;
  }

  /** Records that an endpoint has received this end. Ignored if a later end has replaced it. */
  void markEndDelivered(int endpoint, RunStatus end) {
    delivery.updateAndGet(
        current -> current.status == end ? current.deliveredTo(endpoint) : current);
  }

  boolean isEndDeliveredTo(int endpoint) {
    return (delivery.get().endpoints & 1 << endpoint) != 0;
  }

  boolean isEndDeliveredToAll(int endpoints) {
    return Integer.bitCount(delivery.get().endpoints) >= endpoints;
  }

  /**
   * A status and the endpoints that have received it, as one bit each. Immutable, so that a
   * delivery of an earlier end is never counted for a later one.
   */
  private static final class Delivery {
    final RunStatus status;
    final int endpoints;

    Delivery(RunStatus status, int endpoints) {
      this.status = status;
      this.endpoints = endpoints;
    }

    Delivery deliveredTo(int endpoint) {
      return new Delivery(status, endpoints | 1 << endpoint);
    }
  }
}

package io.lagwatch.exporter.history;

import io.lagwatch.exporter.query.QueryFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The last hour of every query. Memory is limited for any number of queries: at most {@value
 * #MAX_POINTS} points of 80 bytes and {@value #MAX_BATCHES} batches of about 150 bytes. Up to 300
 * queries have a point every 15 s and 60 batches each. With more queries the step is longer and
 * each query has fewer batches. The history is not saved across restarts. Times come from the
 * caller. Thread-safe.
 */
public final class History {
  /** Time between two samples of a query. */
  static final Duration SAMPLE_INTERVAL = Duration.ofSeconds(15);

  static final int MAX_POINTS = 72_000;
  static final int MAX_BATCHES = 18_000;
  private static final int MAX_BATCHES_PER_QUERY = 60;

  private final Map<String, QueryBuffers> buffersById = new HashMap<>();
  private Duration step = SAMPLE_INTERVAL;

  private @Nullable Instant since;

  private static final class QueryBuffers {
    Duration step;
    TimeSeriesBuffer timeSeries = new TimeSeriesBuffer();
    final ArrayDeque<BatchPoint> batches = new ArrayDeque<>();

    QueryBuffers(Duration step) {
      this.step = step;
    }
  }

  /** Removes all other queries, before one sample of each of these is added. */
  public synchronized void retain(Set<String> queryIds) {
    buffersById.keySet().retainAll(queryIds);
    step = step(queryIds.size());
  }

  /** Adds a sample of a query that was retained. If it throws, no value was added. */
  public synchronized void sample(Sample sample) {
    if (since == null) {
      since = sample.at();
    }
    double[] row = row(sample);
    QueryBuffers buffers = buffers(sample.facts());
    if (step.compareTo(buffers.step) > 0) {
      buffers.timeSeries = buffers.timeSeries.thinned(step);
    }
    buffers.step = step;
    buffers.timeSeries.add(sample.at().toEpochMilli(), row, step);
    trim(buffers);
  }

  /** Adds the last batch of a query if it is new. */
  public synchronized void batch(QueryFacts facts) {
    var batch = facts.progress().lastBatch();
    if (batch == null) {
      return;
    }
    QueryBuffers buffers = buffers(facts);
    @Nullable BatchPoint last = buffers.batches.peekLast();
    boolean isKnown =
        last != null
            && last.id() == batch.batchId()
            && last.startedAt().equals(batch.startedAt())
            && last.runId().equals(facts.run().runId());
    if (!isKnown) {
      buffers.batches.addLast(BatchPoint.of(facts, batch, last));
      trim(buffers);
    }
  }

  /** Returns the history of the query with this id; empty if there is none. */
  public synchronized QueryHistory of(String queryId) {
    QueryBuffers buffers = buffersById.get(queryId);
    return buffers == null
        ? QueryHistory.NONE
        : new QueryHistory(buffers.timeSeries.points(), List.copyOf(buffers.batches));
  }

  /** Returns the time of the first sample; null before it. */
  public synchronized @Nullable Instant since() {
    return since;
  }

  /** Returns the time between two points. */
  public synchronized Duration step() {
    return step;
  }

  private QueryBuffers buffers(QueryFacts facts) {
    return buffersById.computeIfAbsent(facts.identity().queryId(), id -> new QueryBuffers(step));
  }

  private void trim(QueryBuffers buffers) {
    int maxBatches = Math.max(1, Math.min(MAX_BATCHES_PER_QUERY, MAX_BATCHES / buffersById.size()));
    while (buffers.batches.size() > maxBatches) {
      buffers.batches.removeFirst();
    }
  }

  private static Duration step(int queries) {
    long samplesPerHour = TimeSeriesBuffer.SPAN.dividedBy(SAMPLE_INTERVAL);
    long maxPoints = Math.max(1, Math.min(samplesPerHour, MAX_POINTS / Math.max(1, queries)));
    return SAMPLE_INTERVAL.multipliedBy((samplesPerHour + maxPoints - 1) / maxPoints);
  }

  private static double[] row(Sample sample) {
    var row = new double[HistoryMetric.COUNT];
    for (HistoryMetric field : HistoryMetric.values()) {
      row[field.index()] = field.of(sample);
    }
    return row;
  }
}

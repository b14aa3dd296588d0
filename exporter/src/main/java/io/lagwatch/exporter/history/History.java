package io.lagwatch.exporter.history;

import io.lagwatch.exporter.query.QueryFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The last hour of every query. Memory is bounded whatever the number of queries: at most {@value
 * #MOST_POINTS} points (80 bytes each) and {@value #MOST_BATCHES} batches (some 150 bytes each), so
 * up to 300 queries have a point every 15 s and 60 batches, and the more there are beyond, the
 * coarser the step and the fewer the batches of each. Nothing of it outlives the process. Times are
 * passed in. Thread-safe.
 */
public final class History {
  /** How often {@link #sample} is due. */
  static final Duration SAMPLED_EVERY = Duration.ofSeconds(15);

  static final int MOST_POINTS = 72_000;
  static final int MOST_BATCHES = 18_000;
  private static final int BATCHES_OF_ONE = 60;

  private final Map<String, QueryBuffers> entries = new HashMap<>();
  private Duration step = SAMPLED_EVERY;

  private @Nullable Instant since;

  private static final class QueryBuffers {
    TimeSeriesBuffer trail = new TimeSeriesBuffer();
    final ArrayDeque<BatchPoint> batches = new ArrayDeque<>();
  }

  /** Takes every query there is at one moment; a query that is not among them is forgotten. */
  public synchronized void sample(Collection<Sample> samples) {
    entries
        .keySet()
        .retainAll(
            samples.stream().map(s -> s.facts().identity().queryId()).collect(Collectors.toSet()));
    Duration before = step;
    step = step(samples.size());
    if (since == null) {
      since = samples.stream().map(Sample::at).findFirst().orElse(null);
    }
    for (Sample sample : samples) {
      QueryBuffers entry = entry(sample.facts());
      if (step.compareTo(before) > 0) {
        entry.trail = entry.trail.thinned(step);
      }
      entry.trail.add(sample.at().toEpochMilli(), row(sample), step);
      trim(entry);
    }
  }

  /** Takes the last batch of a query, if it is not known yet. */
  public synchronized void batch(QueryFacts facts) {
    var batch = facts.progress().lastBatch();
    if (batch == null) {
      return;
    }
    QueryBuffers entry = entry(facts);
    @Nullable BatchPoint last = entry.batches.peekLast();
    boolean known =
        last != null
            && last.id() == batch.batchId()
            && last.startedAt().equals(batch.startedAt())
            && last.runId().equals(facts.run().runId());
    if (!known) {
      entry.batches.addLast(BatchPoint.of(facts, batch, last));
      trim(entry);
    }
  }

  /** What is remembered of a query, by its id. */
  public synchronized QueryHistory of(String queryId) {
    QueryBuffers entry = entries.get(queryId);
    return entry == null
        ? QueryHistory.NONE
        : new QueryHistory(entry.trail.points(), List.copyOf(entry.batches));
  }

  /** When the first query was sampled: nothing is older. Null before that. */
  public synchronized @Nullable Instant since() {
    return since;
  }

  /** How far apart the points are. */
  public synchronized Duration step() {
    return step;
  }

  private QueryBuffers entry(QueryFacts facts) {
    return entries.computeIfAbsent(facts.identity().queryId(), id -> new QueryBuffers());
  }

  private void trim(QueryBuffers entry) {
    int most = Math.max(1, Math.min(BATCHES_OF_ONE, MOST_BATCHES / entries.size()));
    while (entry.batches.size() > most) {
      entry.batches.removeFirst();
    }
  }

  private static Duration step(int queries) {
    long all = TimeSeriesBuffer.KEPT.dividedBy(SAMPLED_EVERY);
    long each = Math.max(1, Math.min(all, MOST_POINTS / Math.max(1, queries)));
    return SAMPLED_EVERY.multipliedBy((all + each - 1) / each);
  }

  private static double[] row(Sample sample) {
    var row = new double[HistoryMetric.COUNT];
    for (HistoryMetric field : HistoryMetric.values()) {
      row[field.index()] = field.of(sample);
    }
    return row;
  }
}

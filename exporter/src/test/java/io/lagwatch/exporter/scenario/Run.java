package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.ingest.Totals.Durations;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One run of a query as its listener sees it. Times are milliseconds of the simulation. */
final class Run {
  /** The listener's bounds up to those that a simulation reaches. */
  private static final double[] BOUNDS = {0.5, 1, 2.5, 5, 10, 15, 30, 60, 120, 300, 600, 1800};

  final String id;
  final long startedAt;
  Report.Status status = Report.Status.RUNNING;
  long lastEventAt;
  boolean idle;
  @Nullable Long endedAt;
  Report.@Nullable QueryError error;
  @Nullable Long lastInputAt;
  @Nullable Progress progress;
  private long batches;
  private long emptyBatches;
  private long rows;
  private long dropped;
  private double seconds;
  private final SortedMap<Double, Long> atOrBelow = new TreeMap<>();

  Run(String id, long startedAt) {
    this.id = id;
    this.startedAt = startedAt;
    this.lastEventAt = startedAt;
    for (double bound : BOUNDS) {
      atOrBelow.put(bound, 0L);
    }
  }

  boolean ended() {
    return status != Report.Status.RUNNING;
  }

  long batches() {
    return batches;
  }

  void ended(Report.Status how, Report.@Nullable QueryError why, long at) {
    status = how;
    error = why;
    endedAt = at;
    lastEventAt = at;
    idle = false;
  }

  void idles(long at, boolean said) {
    idle = said;
    lastEventAt = at;
  }

  void finished(Progress last, long counted, long droppedRows, long millis, long at) {
    progress = last;
    batches++;
    rows += counted;
    dropped += droppedRows;
    seconds += millis / 1000.0;
    atOrBelow.tailMap(millis / 1000.0).replaceAll((bound, n) -> n + 1);
    if (counted == 0) {
      emptyBatches++;
    } else {
      lastInputAt = at;
    }
    lastEventAt = at;
    idle = false;
  }

  Totals totals() {
    return new Totals(
        batches, emptyBatches, rows, dropped, 0, new Durations(batches, seconds, atOrBelow));
  }
}

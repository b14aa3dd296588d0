package io.lagwatch.listener;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The runs of this driver's queries. Bounded: a run is forgotten once every endpoint has heard of
 * its end, and without listening endpoints after a while or when there are too many.
 */
final class Runs {
  static final int MAX_RUNS = 1_000;
  static final int MAX_ENDED = 50;

  /** How long an end waits for an exporter that does not answer. */
  static final long KEEP_UNHEARD_MILLIS = TimeUnit.HOURS.toMillis(1);

  /** How long after a concluded end late events may still come and must find their counts. */
  static final long KEEP_VANISHED_MILLIS = TimeUnit.MINUTES.toMillis(10);

  private final ConcurrentHashMap<UUID, Run> runs = new ConcurrentHashMap<>();
  private final AtomicBoolean full = new AtomicBoolean();

  /** The run, made if it is new; null when there are too many to watch another. */
  @Nullable Run begin(UUID id, UUID runId, @Nullable String name, long now) {
    Run known = runs.get(runId);
    if (known == null && runs.size() >= MAX_RUNS) {
      if (full.compareAndSet(false, true)) {
        Log.warn("more than " + MAX_RUNS + " queries in one driver; further ones are not reported");
      }
      return null;
    }
    Run run =
        known != null ? known : runs.computeIfAbsent(runId, key -> new Run(id, key, name, now));
    if (run.name == null) {
      run.name = name;
    }
    return run;
  }

  @Nullable Run get(UUID runId) {
    return runs.get(runId);
  }

  /** Everything that the endpoint has to hear of, oldest first. */
  List<Run> toReport(int endpoint) {
    List<Run> wanted = new ArrayList<>();
    for (Run run : runs.values()) {
      if (run.life().running() || !run.endHeardBy(endpoint)) {
        wanted.add(run);
      }
    }
    wanted.sort(
        Comparator.comparingLong((Run run) -> run.startedAt).thenComparing(run -> run.runId));
    return wanted;
  }

  /** The application is over, and with it whatever still ran. */
  void endAll(long now) {
    for (Run run : runs.values()) {
      if (run.life().running()) {
        run.ended(Life.ended(now, null));
      }
    }
  }

  /** Forgets ended runs that nobody needs any more. */
  void prune(long now, int endpoints) {
    List<Run> ended = new ArrayList<>();
    for (Run run : runs.values()) {
      Long endedAt = run.life().endedAt;
      if (endedAt == null) {
        continue;
      }
      long age = now - endedAt;
      boolean heard = run.endHeardByAll(endpoints);
      boolean settled = run.life().told || age > KEEP_VANISHED_MILLIS;
      if (heard && settled || age > KEEP_UNHEARD_MILLIS) {
        runs.remove(run.runId);
      } else {
        ended.add(run);
      }
    }
    if (ended.size() > MAX_ENDED) {
      ended.sort(Comparator.comparingLong(Runs::endedAt));
      for (Run run : ended.subList(0, ended.size() - MAX_ENDED)) {
        runs.remove(run.runId);
      }
    }
  }

  private static long endedAt(Run run) {
    Long endedAt = run.life().endedAt;
    return endedAt == null ? Long.MAX_VALUE : endedAt;
  }
}

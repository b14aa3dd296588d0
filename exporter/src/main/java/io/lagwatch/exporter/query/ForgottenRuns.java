package io.lagwatch.exporter.query;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Runs of queries that a user removed. A late report that such a run ended must not add the query
 * again. Bounded. Not thread-safe.
 */
final class ForgottenRuns {
  static final int MAX_RUNS = 2_000;

  private final Set<String> runIds = new LinkedHashSet<>();

  void add(Collection<String> ids) {
    runIds.addAll(ids);
    while (runIds.size() > MAX_RUNS) {
      runIds.remove(runIds.iterator().next());
    }
  }

  void remove(String runId) {
    runIds.remove(runId);
  }

  boolean contains(String runId) {
    return runIds.contains(runId);
  }

  List<String> ids() {
    return List.copyOf(runIds);
  }
}

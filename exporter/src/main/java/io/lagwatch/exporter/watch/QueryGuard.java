package io.lagwatch.exporter.watch;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the work for one query, so that an exception affects only that query. A failure is counted
 * and stored until the same stage succeeds for that query. It is logged once per query and stage at
 * ERROR, repetitions at DEBUG. Only {@link RuntimeException} and {@link StackOverflowError} are
 * caught: one query cannot cause other errors. Thread-safe.
 */
public class QueryGuard {
  private static final Logger LOG = LoggerFactory.getLogger(QueryGuard.class);

  private final Map<String, Map<Stage, EvaluationFailure>> failures = new ConcurrentHashMap<>();
  private final AtomicLong errors = new AtomicLong();

  /** A step in the processing of one query. Its values need those up to {@link #SNAPSHOT}. */
  public enum Stage {
    DECODE,
    STORE,
    POLL,
    OBSERVE,
    EVALUATE,
    INTEREST,
    SNAPSHOT,
    LABEL,
    EXPIRE,
    HISTORY,
    SAVE,
    RESTORE,
    RENDER;

    /** Returns the name in texts. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Runs {@code work} for a query.
   *
   * @return its result; null if it failed
   */
  public final <T> @Nullable T call(String queryId, Stage stage, Supplier<@Nullable T> work) {
    try {
      entering(queryId, stage);
      T result = work.get();
      succeeded(queryId, stage);
      return result;
    } catch (RuntimeException | StackOverflowError e) {
      failed(queryId, stage, e);
      return null;
    }
  }

  /** Runs {@code work} for a query and returns false if it failed. */
  public final boolean run(String queryId, Stage stage, Runnable work) {
    return call(
            queryId,
            stage,
            () -> {
              work.run();
              return Boolean.TRUE;
            })
        != null;
  }

  /** Records a failure that was caught elsewhere. */
  public final void failed(String queryId, Stage stage, Throwable cause) {
    errors.incrementAndGet();
    var failure = EvaluationFailure.of(stage, cause);
    EvaluationFailure before =
        failures
            .computeIfAbsent(queryId, id -> Collections.synchronizedMap(new EnumMap<>(Stage.class)))
            .put(stage, failure);
    if (before == null) {
      LOG.error(
          "query {}: {}; other queries are not affected; please report this",
          queryId,
          failure.text(),
          cause);
    } else {
      LOG.debug("query {}: {}", queryId, failure.text(), cause);
    }
  }

  /**
   * Returns the failure of the earliest stage that a query needs for its values; null if none
   * failed. A query that only cannot be saved or drawn keeps its values.
   */
  public final @Nullable EvaluationFailure failure(String queryId) {
    Map<Stage, EvaluationFailure> stages = failures.get(queryId);
    if (stages == null) {
      return null;
    }
    synchronized (stages) {
      return stages.values().stream()
          .filter(failure -> failure.stage().compareTo(Stage.SNAPSHOT) <= 0)
          .findFirst()
          .orElse(null);
    }
  }

  /** Returns the number of failures of all queries since the start. */
  public final long errors() {
    return errors.get();
  }

  /** Removes the failures of queries that are no longer visible. */
  final void retain(Collection<String> queryIds) {
    failures.keySet().retainAll(queryIds);
  }

  /** Called before the work of a stage; tests inject failures here. */
  protected void entering(String queryId, Stage stage) {}

  /** Records that a stage that runs elsewhere succeeded. */
  final void succeeded(String queryId, Stage stage) {
    Map<Stage, EvaluationFailure> stages = failures.get(queryId);
    if (stages != null) {
      stages.remove(stage);
    }
  }
}

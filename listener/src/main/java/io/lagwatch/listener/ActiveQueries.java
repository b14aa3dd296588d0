package io.lagwatch.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the driver's active queries, of all sessions, through whichever session there is: all share
 * one {@code SharedState}, whose map Spark fills before a query's started event. Used by one
 * thread.
 */
final class ActiveQueries implements Supplier<@Nullable List<ActiveQuery>> {
  private static final String SPARK_SESSION = "org.apache.spark.sql.SparkSession";

  private @Nullable Map<?, ?> active;

  /** The active queries; null when they cannot be had, which says nothing about any query. */
  @Override
  public @Nullable List<ActiveQuery> get() {
    if (active == null) {
      active = find();
    }
    if (active == null) {
      return null;
    }
    List<ActiveQuery> queries = new ArrayList<>();
    for (Object query : active.values()) {
      queries.add(new SparkQuery(query));
    }
    return queries;
  }

  private static @Nullable Map<?, ?> find() {
    try {
      Object session = anySession();
      Object state = session == null ? null : Reflection.call(session, "sharedState");
      return state == null ? null : (Map<?, ?>) Reflection.call(state, "activeStreamingQueries");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError otherSpark) {
      return null;
    }
  }

  /** Any live session, the default one first; null when there is none or Spark will not say. */
  static @Nullable Object anySession() {
    for (String method : new String[] {"getDefaultSession", "getActiveSession"}) {
      try {
        Object session = Reflection.option(Reflection.callStatic(SPARK_SESSION, method));
        if (session != null) {
          return session;
        }
      } catch (ReflectiveOperationException | RuntimeException | LinkageError otherSpark) {
        // The other method may still work; without both, the driver is watched by its events alone.
      }
    }
    return null;
  }

  /** Lets go of the session that this thread inherited from the query's thread it was made on. */
  static void forgetInheritedSession() {
    try {
      Reflection.callStatic(SPARK_SESSION, "clearActiveSession");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError otherSpark) {
      Log.debug("this thread keeps a session until the application ends: " + otherSpark);
    }
  }
}

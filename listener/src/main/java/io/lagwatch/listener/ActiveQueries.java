package io.lagwatch.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the driver's active queries from Spark. Any session will do: all sessions share one {@code
 * SharedState}, and Spark adds a query to its map before it sends the started event. Used by one
 * thread.
 */
final class ActiveQueries implements Supplier<@Nullable List<ActiveQuery>> {
  private static final String SPARK_SESSION = "org.apache.spark.sql.SparkSession";

  private final Supplier<@Nullable Object> session;
  private @Nullable Map<?, ?> active;

  /** Reads from whichever session this JVM has. */
  ActiveQueries() {
    this(ActiveQueries::anySession);
  }

  /**
   * @param session returns a session, or null if there is none yet
   */
  ActiveQueries(Supplier<@Nullable Object> session) {
    this.session = session;
  }

  /** Returns the active queries; null if they cannot be read, so nothing is known about them. */
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

  private @Nullable Map<?, ?> find() {
    try {
      Object found = session.get();
      Object state = found == null ? null : Reflection.call(found, "sharedState");
      return state == null ? null : (Map<?, ?>) Reflection.call(state, "activeStreamingQueries");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unsupported) {
      return null;
    }
  }

  /** Returns the default session, else the active one; null if there is none or Spark fails. */
  static @Nullable Object anySession() {
    for (String method : new String[] {"getDefaultSession", "getActiveSession"}) {
      try {
        Object session = Reflection.option(Reflection.callStatic(SPARK_SESSION, method));
        if (session != null) {
          return session;
        }
      } catch (ReflectiveOperationException | RuntimeException | LinkageError unsupported) {
        // The other method may work; if both fail, queries are known from listener events only.
      }
    }
    return null;
  }

  /** Removes the session that this thread inherited from the query thread that created it. */
  static void forgetInheritedSession() {
    try {
      Reflection.callStatic(SPARK_SESSION, "clearActiveSession");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unsupported) {
      DriverLog.debug("the agent's thread references a session until it ends: " + unsupported);
    }
  }
}

package io.lagwatch.listener;

import java.util.UUID;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.jspecify.annotations.Nullable;

/** What can be seen of a query by looking at it. None of it waits for the query. */
interface ActiveQuery {
  UUID id() throws ReflectiveOperationException;

  UUID runId() throws ReflectiveOperationException;

  @Nullable String name() throws ReflectiveOperationException;

  /** Null when it is of a kind that is not known. */
  @Nullable Trigger trigger() throws ReflectiveOperationException;

  @Nullable String checkpoint() throws ReflectiveOperationException;

  /** Whether a trigger is being worked on, be it only to look for new data. */
  boolean triggerActive() throws ReflectiveOperationException;

  /** Refreshed on idle too, though no event comes (Spark 3.5 and newer). */
  @Nullable StreamingQueryProgress lastProgress() throws ReflectiveOperationException;

  /** The failure that ended it, as its stack trace begins; null when it has none. */
  @Nullable String failure() throws ReflectiveOperationException;
}

package io.lagwatch.listener;

import java.util.List;
import java.util.UUID;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.jspecify.annotations.Nullable;

/** The current state of an active query, read from Spark. No method waits for the query. */
interface ActiveQuery {
  UUID id() throws ReflectiveOperationException;

  UUID runId() throws ReflectiveOperationException;

  @Nullable String name() throws ReflectiveOperationException;

  /** Null if this version of the listener does not know the type of the trigger. */
  @Nullable QueryTrigger trigger() throws ReflectiveOperationException;

  @Nullable String checkpoint() throws ReflectiveOperationException;

  /**
   * The Kafka brokers that the sources read, as far as they can be read; null while Spark has not
   * created the sources. The same list while the sources are the same.
   */
  @Nullable List<SourceBrokers> sources() throws ReflectiveOperationException;

  /** True while Spark works on a trigger, even if it only checks for new data. */
  boolean isTriggerActive() throws ReflectiveOperationException;

  /** The newest progress. Spark 3.5 and newer also update it on idle, without a progress event. */
  @Nullable StreamingQueryProgress lastProgress() throws ReflectiveOperationException;

  /** The exception that ended the query, as class and message; null if it did not fail. */
  @Nullable String failure() throws ReflectiveOperationException;
}

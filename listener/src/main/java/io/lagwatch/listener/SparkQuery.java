package io.lagwatch.listener;

import java.util.List;
import java.util.UUID;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.apache.spark.sql.streaming.StreamingQueryStatus;
import org.jspecify.annotations.Nullable;

/**
 * Reads Spark's {@code StreamExecution} by reflection, because the class moved in 4.1. The names of
 * the methods are the same in 3.3.4, 3.5.1, 4.0.0, 4.1.1 and 4.2.0.
 */
final class SparkQuery implements ActiveQuery {
  private final Object execution;

  /** What {@link #sources} has read last; Spark may replace the sources of a running query. */
  private volatile @Nullable ReadSources read;

  SparkQuery(Object execution) {
    this.execution = execution;
  }

  @Override
  public UUID id() throws ReflectiveOperationException {
    return (UUID) required("id");
  }

  @Override
  public UUID runId() throws ReflectiveOperationException {
    return (UUID) required("runId");
  }

  @Override
  public @Nullable String name() throws ReflectiveOperationException {
    return (String) Reflection.call(execution, "name");
  }

  @Override
  public @Nullable QueryTrigger trigger() throws ReflectiveOperationException {
    Object trigger = required("trigger");
    String type = trigger.getClass().getName();
    switch (type.substring(type.lastIndexOf('.') + 1).replace("$", "")) {
      case "ProcessingTimeTrigger":
        return new QueryTrigger("ProcessingTime", (Long) Reflection.call(trigger, "intervalMs"));
      case "ContinuousTrigger":
        return new QueryTrigger("Continuous", (Long) Reflection.call(trigger, "intervalMs"));
      case "RealTimeTrigger":
        return new QueryTrigger("RealTime", (Long) Reflection.call(trigger, "batchDurationMs"));
      case "AvailableNowTrigger":
        return new QueryTrigger("AvailableNow", null);
      case "OneTimeTrigger":
        return new QueryTrigger("Once", null);
      default:
        return null;
    }
  }

  @Override
  public @Nullable String checkpoint() throws ReflectiveOperationException {
    return (String) Reflection.call(execution, "resolvedCheckpointRoot");
  }

  @Override
  public @Nullable List<SourceBrokers> sources() throws ReflectiveOperationException {
    Object sources = required("sources");
    ReadSources known = read;
    if (known == null || known.sources != sources) {
      if (Boolean.TRUE.equals(Reflection.call(sources, "isEmpty"))) {
        return null;
      }
      known = new ReadSources(sources, SourceReader.read(sources));
      read = known;
    }
    return known.brokers;
  }

  @Override
  public boolean isTriggerActive() throws ReflectiveOperationException {
    return ((StreamingQueryStatus) required("status")).isTriggerActive();
  }

  @Override
  public @Nullable StreamingQueryProgress lastProgress() throws ReflectiveOperationException {
    return (StreamingQueryProgress) Reflection.call(execution, "lastProgress");
  }

  @Override
  public @Nullable String failure() throws ReflectiveOperationException {
    Throwable failure = (Throwable) Reflection.option(Reflection.call(execution, "exception"));
    if (failure == null) {
      return null;
    }
    return (failure.getCause() == null ? failure : failure.getCause()).toString();
  }

  private Object required(String method) throws ReflectiveOperationException {
    Object value = Reflection.call(execution, method);
    if (value == null) {
      throw new NoSuchMethodException(method + " returned null");
    }
    return value;
  }

  private static final class ReadSources {
    final Object sources;
    final List<SourceBrokers> brokers;

    ReadSources(Object sources, List<SourceBrokers> brokers) {
      this.sources = sources;
      this.brokers = brokers;
    }
  }
}

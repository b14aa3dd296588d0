package io.lagwatch.listener;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.streaming.SourceProgress;
import org.apache.spark.sql.streaming.StateOperatorProgress;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.jspecify.annotations.Nullable;

/**
 * Writes the part of a progress that lag and batches need, from Spark's getters. For a progress
 * that Spark cannot write itself. A getter that fails leaves its field out.
 */
final class ProgressFallback {
  private ProgressFallback() {}

  /** Returns the JSON; null if a field that every progress has cannot be read. */
  static @Nullable String json(StreamingQueryProgress progress) {
    try {
      JsonWriter json = new JsonWriter().beginObject();
      json.field("id", progress.id().toString());
      json.field("runId", progress.runId().toString());
      json.field("timestamp", progress.timestamp());
      json.field("batchId", progress.batchId());
      write(json, "numInputRows", orNull(progress::numInputRows));
      write(json, "inputRowsPerSecond", orNull(progress::inputRowsPerSecond));
      write(json, "processedRowsPerSecond", orNull(progress::processedRowsPerSecond));
      writeTexts(json, "eventTime", orNull(progress::eventTime));
      writeDurations(json, progress.durationMs());
      writeOperators(json, progress.stateOperators());
      writeSources(json, progress.sources());
      return json.endObject().toString();
    } catch (Throwable unreadable) {
      DriverLog.debug("cannot read a progress from its getters: " + unreadable);
      return null;
    }
  }

  private static void writeOperators(JsonWriter json, StateOperatorProgress[] operators) {
    json.name("stateOperators").beginArray();
    for (StateOperatorProgress operator : operators) {
      json.beginObject();
      json.field("operatorName", orNull(operator::operatorName));
      write(json, "numRowsTotal", orNull(operator::numRowsTotal));
      write(json, "numRowsUpdated", orNull(operator::numRowsUpdated));
      write(json, "numRowsRemoved", orNull(operator::numRowsRemoved));
      write(json, "memoryUsedBytes", orNull(operator::memoryUsedBytes));
      write(json, "numRowsDroppedByWatermark", orNull(operator::numRowsDroppedByWatermark));
      write(json, "commitTimeMs", orNull(operator::commitTimeMs));
      json.endObject();
    }
    json.endArray();
  }

  private static void write(JsonWriter json, String name, @Nullable Long number) {
    json.raw(name, number == null ? null : number.toString());
  }

  private static void write(JsonWriter json, String name, @Nullable Double number) {
    json.field(name, number == null ? Double.NaN : number);
  }

  private static void writeSources(JsonWriter json, SourceProgress[] sources) {
    json.name("sources").beginArray();
    for (SourceProgress source : sources) {
      json.beginObject();
      json.field("description", orNull(source::description));
      // As text: the exporter reads the JSON in it, and other text cannot break the report.
      json.field("startOffset", orNull(source::startOffset));
      json.field("endOffset", orNull(source::endOffset));
      json.field("latestOffset", orNull(source::latestOffset));
      write(json, "numInputRows", orNull(source::numInputRows));
      json.endObject();
    }
    json.endArray();
  }

  private static void writeDurations(JsonWriter json, Map<String, Long> durations) {
    json.name("durationMs").beginObject();
    for (Map.Entry<String, Long> phase : durations.entrySet()) {
      json.field(phase.getKey(), phase.getValue());
    }
    json.endObject();
  }

  private static void writeTexts(
      JsonWriter json, String name, @Nullable Map<String, String> texts) {
    if (texts == null) {
      return;
    }
    json.name(name).beginObject();
    for (Map.Entry<String, String> text : texts.entrySet()) {
      json.field(text.getKey(), text.getValue());
    }
    json.endObject();
  }

  /** Also catches errors of linking: a getter may be missing in a later version of Spark. */
  private static <T> @Nullable T orNull(Supplier<T> getter) {
    try {
      return getter.get();
    } catch (RuntimeException | LinkageError unreadable) {
      return null;
    }
  }
}

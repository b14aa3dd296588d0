package io.lagwatch.compat.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamReader;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * The query that a test requests. These fields of {@code wanted} are used; each may be missing. A
 * kind may use more fields.
 *
 * <ul>
 *   <li>{@code name}: the query's name
 *   <li>{@code sources}: a list of {@code {"format": "kafka", option: value, …}}; the brokers of
 *       Kafka sources are added
 *   <li>{@code trigger}: see {@link Triggers}
 *   <li>{@code checkpoint}: folder of the checkpoint, relative to that of all checkpoints. The
 *       default is the query's name; {@code ""} means no checkpoint
 *   <li>{@code format}: format of the sink, default {@code noop}
 *   <li>{@code mode}: the output mode, default {@code append}
 *   <li>{@code options}: options of the writer
 * </ul>
 *
 * @param session the session that starts the query
 * @param bootstrap the brokers as {@code host:port}; empty without a broker
 * @param checkpoints the folder of all checkpoints
 */
public record QuerySpec(
    SparkSession session, String bootstrap, String checkpoints, JsonNode wanted) {
  /** Returns a field as text; {@code otherwise} if it is missing. */
  public String text(String field, String otherwise) {
    return wanted.path(field).asText(otherwise);
  }

  /** Returns a field as a number; {@code otherwise} if it is missing. */
  public long number(String field, long otherwise) {
    return wanted.path(field).asLong(otherwise);
  }

  /** Returns the union of the sources, with their own columns. */
  public Dataset<Row> input() {
    Dataset<Row> all = null;
    for (JsonNode source : wanted.path("sources")) {
      Dataset<Row> one = input(source);
      all = all == null ? one : all.union(one);
    }
    if (all == null) {
      throw new IllegalArgumentException("sources: expected at least one, found none");
    }
    return all;
  }

  /** Returns one source by its index. */
  public Dataset<Row> input(int source) {
    return input(wanted.path("sources").path(source));
  }

  private Dataset<Row> input(JsonNode source) {
    String format = source.path("format").asText("kafka");
    DataStreamReader reader = session.readStream().format(format);
    if (format.equals("kafka")) {
      reader.option("kafka.bootstrap.servers", bootstrap);
    }
    for (Iterator<String> names = source.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      switch (name) {
        case "format" -> {}
        case "schema" -> reader.schema(source.get(name).asText());
        default -> reader.option(name, source.get(name).asText());
      }
    }
    return reader.load();
  }

  /** Writes rows to the requested sink. */
  public StreamingQuery write(Dataset<?> rows) throws TimeoutException {
    return start(rows.writeStream().format(text("format", "noop")));
  }

  /** Starts a writer that already has its sink, with the other requested options. */
  public StreamingQuery start(DataStreamWriter<?> writer) throws TimeoutException {
    writer.outputMode(text("mode", "append"));
    String name = text("name", "");
    if (!name.isEmpty()) {
      writer.queryName(name);
    }
    String checkpoint = text("checkpoint", name);
    if (!checkpoint.isEmpty()) {
      writer.option("checkpointLocation", Path.of(checkpoints).resolve(checkpoint).toString());
    }
    JsonNode options = wanted.path("options");
    for (Iterator<String> names = options.fieldNames(); names.hasNext(); ) {
      String option = names.next();
      writer.option(option, options.get(option).asText());
    }
    String trigger = text("trigger", "");
    if (!trigger.isEmpty()) {
      writer.trigger(Triggers.of(trigger));
    }
    return writer.start();
  }
}

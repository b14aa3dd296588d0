package io.lagwatch.exporter.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import io.lagwatch.exporter.ingest.Progress.Source;
import io.lagwatch.exporter.ingest.Progress.StateOperator;
import io.lagwatch.exporter.lag.UnknownPositions;
import io.lagwatch.exporter.text.Secrets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decodes Spark's {@code StreamingQueryProgress}: its {@code json()} (3.3 to 4.2) or an event log
 * entry, in which offsets are strings that contain JSON. The format differs between Spark versions.
 * So an invalid number is decoded as unknown, and an invalid offset as an unknown position.
 * Stateless; does not throw for any input.
 */
public final class ProgressDecoder {
  /**
   * The descriptions of Spark's Kafka sources: {@code KafkaV2[Subscribe[a]]} in micro-batches and
   * real-time mode, {@code KafkaSource[…]} in continuous processing, {@code KafkaSourceV1[…]} with
   * the old source. The offsets do not identify them, because those of Event Hubs have the same
   * format.
   */
  private static final Pattern KAFKA =
      Pattern.compile("Kafka(V2|Source|SourceV1)\\[.*", Pattern.DOTALL);

  /**
   * Spark has about twelve. Each phase becomes a time series, a column and a part of the batch
   * history.
   */
  static final int MAX_PHASES = 32;

  /**
   * Maximum length of the name of a phase or an operator. Spark's names have at most 30 characters.
   */
  static final int MAX_NAME = 100;

  /** Maximum length of the description of a source that is not Kafka. It is only displayed. */
  static final int MAX_DESCRIPTION = 1_000;

  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

  /** Higher than any real count, and low enough that sums do not overflow a {@code long}. */
  private static final long MAX_COUNT = 1_000_000_000_000_000L;

  /** Low enough that ages and sums of durations do not overflow, whatever a driver reports. */
  private static final long MAX_MILLIS = Duration.ofDays(3_650).toMillis();

  /** Spark's event times are microseconds in a {@code long}: about 292,000 years. */
  private static final long MAX_EPOCH_SECOND = Long.MAX_VALUE / 1_000_000;

  private ProgressDecoder() {}

  /** Returns the progress; null if it has no valid timestamp or batch id. */
  public static @Nullable Progress decode(JsonNode progress) {
    var timestamp = driverTime(progress.path("timestamp"));
    var batchId = whole(number(progress.path("batchId")), Long.MAX_VALUE);
    if (timestamp == null || batchId == null) {
      return null;
    }
    var watermark = eventTime(progress.path("eventTime").path("watermark"));
    return new Progress(
        timestamp,
        batchId,
        count(progress.path("numInputRows")),
        rate(progress.path("inputRowsPerSecond")),
        rate(progress.path("processedRowsPerSecond")),
        durations(progress.path("durationMs")),
        // Spark reports the epoch while it has no watermark yet.
        Instant.EPOCH.equals(watermark) ? null : watermark,
        eventTime(progress.path("eventTime").path("max")),
        stateOperators(progress.path("stateOperators")),
        sources(progress.path("sources")));
  }

  static boolean isKafka(String description) {
    return KAFKA.matcher(description).matches();
  }

  private static SortedMap<String, Long> durations(JsonNode durationMs) {
    var durations = new TreeMap<String, Long>();
    for (var phase : durationMs.properties()) {
      var millis = whole(number(phase.getValue()), MAX_MILLIS);
      boolean withinLimits = phase.getKey().length() <= MAX_NAME && durations.size() < MAX_PHASES;
      if (millis != null && withinLimits) {
        durations.put(Texts.cleaned(phase.getKey()), millis);
      }
    }
    return durations;
  }

  private static List<StateOperator> stateOperators(JsonNode list) {
    var operators = new ArrayList<StateOperator>();
    for (int i = 0; list.isArray() && i < list.size(); i++) {
      var operator = list.path(i);
      operators.add(
          new StateOperator(
              i,
              Texts.firstLine(text(operator.path("operatorName")), MAX_NAME),
              rows(operator),
              count(operator.path("numRowsUpdated")),
              count(operator.path("memoryUsedBytes")),
              count(operator.path("numRowsDroppedByWatermark")),
              whole(operator.path("commitTimeMs"), MAX_MILLIS)));
    }
    return operators;
  }

  /**
   * Returns the number of rows. A RocksDB state store that does not track them reports 0 although
   * the batch added rows (3.3 to 4.2); null then.
   */
  private static @Nullable Long rows(JsonNode operator) {
    var rows = count(operator.path("numRowsTotal"));
    var updated = count(operator.path("numRowsUpdated"));
    var removed = count(operator.path("numRowsRemoved"));
    boolean uncounted =
        rows != null && rows == 0 && updated != null && removed != null && updated > removed;
    return uncounted ? null : rows;
  }

  private static List<Source> sources(JsonNode list) {
    var sources = new ArrayList<Source>();
    for (int i = 0; list.isArray() && i < list.size(); i++) {
      var source = list.path(i);
      var description = text(source.path("description"));
      boolean kafka = isKafka(description);
      var end = kafka ? KafkaOffsets.decode(source.path("endOffset")) : null;
      sources.add(
          new Source(
              i,
              kafka ? description : shortened(description),
              kafka,
              kafka ? KafkaOffsets.validOf(source.path("startOffset")) : null,
              end == null ? null : end.valid(),
              kafka ? KafkaOffsets.validOf(source.path("latestOffset")) : null,
              count(source.path("numInputRows")),
              end == null ? UnknownPositions.NONE : end.unknownPositions()));
    }
    return sources;
  }

  /** Cuts the text before masking as well, because masking megabytes takes long. */
  private static String shortened(String description) {
    return cut(Secrets.masked(cut(description, 4 * MAX_DESCRIPTION)), MAX_DESCRIPTION);
  }

  private static String cut(String text, int max) {
    return text.length() <= max ? text : Texts.cleaned(text.substring(0, max));
  }

  private static String text(JsonNode node) {
    return node.isTextual() ? Texts.cleaned(node.textValue()) : "";
  }

  private static @Nullable Instant instant(JsonNode node) {
    return node.isTextual() ? Texts.instantOrUtc(node.textValue()) : null;
  }

  private static @Nullable Instant driverTime(JsonNode node) {
    var time = instant(node);
    return time == null || time.isBefore(Instant.EPOCH) || time.isAfter(Texts.YEAR_2200)
        ? null
        : time;
  }

  private static @Nullable Instant eventTime(JsonNode node) {
    var time = instant(node);
    return time == null || Math.abs(time.getEpochSecond()) > MAX_EPOCH_SECOND ? null : time;
  }

  private static @Nullable Long count(JsonNode node) {
    return whole(node, MAX_COUNT);
  }

  private static @Nullable Long whole(JsonNode node, long max) {
    return node.isIntegralNumber()
            && node.canConvertToLong()
            && node.longValue() >= 0
            && node.longValue() <= max
        ? (Long) node.longValue()
        : null;
  }

  /**
   * Returns the number in a text, because some senders quote numbers; otherwise the node itself.
   */
  private static JsonNode number(JsonNode node) {
    return node.isTextual() && DIGITS.matcher(node.textValue()).matches()
        ? LongNode.valueOf(Long.parseLong(node.textValue()))
        : node;
  }

  /**
   * Returns the rate; null if it is absent, NaN or infinite. Spark writes these when it would
   * divide by zero.
   */
  private static @Nullable Double rate(JsonNode node) {
    return node.isNumber() && Double.isFinite(node.doubleValue()) && node.doubleValue() >= 0
        ? (Double) node.doubleValue()
        : null;
  }
}

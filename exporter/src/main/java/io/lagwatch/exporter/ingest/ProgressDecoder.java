package io.lagwatch.exporter.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import io.lagwatch.exporter.ingest.Progress.Source;
import io.lagwatch.exporter.ingest.Progress.StateOperator;
import io.lagwatch.exporter.lag.UnreadPositions;
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
 * Reads Spark's own {@code StreamingQueryProgress}, as its {@code json()} (3.3 to 4.2) or as an
 * event log holds it (there offsets are strings with JSON in them). Lenient: the shape is Spark's
 * and changes with its versions, so an odd number is an unknown number and an odd offset an unknown
 * position; nothing else is lost by it. Pure; never throws on any tree.
 */
public final class ProgressDecoder {
  /**
   * How the Kafka sources of Spark print themselves: {@code KafkaV2[Subscribe[a]]} in micro-batches
   * and real-time mode, {@code KafkaSource[…]} in continuous processing, {@code KafkaSourceV1[…]}
   * with the old source. The offsets are not sufficient, because those of Event Hubs have the same
   * shape.
   */
  private static final Pattern KAFKA =
      Pattern.compile("Kafka(V2|Source|SourceV1)\\[.*", Pattern.DOTALL);

  /** Spark has a dozen; each becomes a series, a column and a part of every batch's history. */
  static final int MAX_PHASES = 32;

  /** Characters of the name of a phase or an operator, of which Spark's have thirty at most. */
  static final int MAX_NAME = 100;

  /** Characters of the description of a source that is not Kafka; only people read it. */
  static final int MAX_DESCRIPTION = 1_000;

  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

  /** Above any real count, and so low that no sum over parts or hours leaves a long. */
  private static final long MAX_COUNT = 1_000_000_000_000_000L;

  /** Ages and sums of durations must be computable, whatever a driver says. */
  private static final long MAX_MILLIS = Duration.ofDays(3_650).toMillis();

  /** The microseconds of an event time in Spark reach no further: some 292,000 years. */
  private static final long MAX_EPOCH_SECOND = Long.MAX_VALUE / 1_000_000;

  private ProgressDecoder() {}

  /** The progress, or null when it has no time or no batch id and so says nothing. */
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
        // Spark prints the epoch while it has no watermark yet.
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
      boolean sparks = phase.getKey().length() <= MAX_NAME && durations.size() < MAX_PHASES;
      if (millis != null && sparks) {
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
   * RocksDB that does not track them reports 0, though the batch has put some there (3.3 to 4.2).
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
              end == null ? UnreadPositions.NONE : end.unread()));
    }
    return sources;
  }

  /** Cut before masking too, because masking takes long for megabytes. */
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

  /** The number that a text holds, since some senders quote numbers; else the node itself. */
  private static JsonNode number(JsonNode node) {
    return node.isTextual() && DIGITS.matcher(node.textValue()).matches()
        ? LongNode.valueOf(Long.parseLong(node.textValue()))
        : node;
  }

  /** Absent, NaN and infinite rates all mean that there was nothing to divide by. */
  private static @Nullable Double rate(JsonNode node) {
    return node.isNumber() && Double.isFinite(node.doubleValue()) && node.doubleValue() >= 0
        ? (Double) node.doubleValue()
        : null;
  }
}

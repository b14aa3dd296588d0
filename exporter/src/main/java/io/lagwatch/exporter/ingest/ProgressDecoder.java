package io.lagwatch.exporter.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.exporter.ingest.Progress.Source;
import io.lagwatch.exporter.ingest.Progress.StateOperator;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.lag.UnknownPositions;
import io.lagwatch.exporter.text.Secrets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decodes Spark's {@code StreamingQueryProgress}: its {@code json()} (3.3 to 4.2) or an event log
 * entry, in which offsets are strings that contain JSON. The format differs between Spark versions.
 * So an invalid number is decoded as unknown, and an invalid offset as an unknown position. The
 * invalid fields are counted and named. Stateless; does not throw for any input.
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

  /** Higher than any real count, and low enough that sums do not overflow a {@code long}. */
  private static final long MAX_COUNT = 1_000_000_000_000_000L;

  /** Low enough that ages and sums of durations do not overflow, whatever a driver reports. */
  private static final long MAX_MILLIS = Duration.ofDays(3_650).toMillis();

  /** Spark's event times are microseconds in a {@code long}: about 292,000 years. */
  private static final long MAX_EPOCH_SECOND = Long.MAX_VALUE / 1_000_000;

  private ProgressDecoder() {}

  /** Returns the progress; null if it has no valid timestamp or batch id. */
  public static @Nullable Progress decode(JsonNode progress) {
    return decodeFields(progress).progress();
  }

  /** Returns the progress and its invalid fields. */
  static DecodedProgress decodeFields(JsonNode node) {
    var progress = ProgressField.root(node);
    var timestamp = driverTime(progress.field("timestamp"));
    var batchId = batchId(progress.field("batchId"));
    var durations = durations(progress);
    var eventTime = progress.field("eventTime").object();
    var watermark = eventTime(eventTime.field("watermark"));
    var eventTimeMax = eventTime(eventTime.field("max"));
    var rows = count(progress.field("numInputRows"));
    var inputRate = progress.field("inputRowsPerSecond").rate();
    var processedRate = progress.field("processedRowsPerSecond").rate();
    var operators = stateOperators(progress.field("stateOperators"));
    var sources = sources(progress.field("sources"), durations.isIdle());
    if (timestamp == null || batchId == null) {
      return new DecodedProgress(null, progress.invalid());
    }
    return new DecodedProgress(
        new Progress(
            timestamp,
            batchId,
            rows,
            inputRate,
            processedRate,
            durations.known(),
            // Spark reports the epoch while it has no watermark yet.
            Instant.EPOCH.equals(watermark) ? null : watermark,
            eventTimeMax,
            operators,
            sources,
            durations.unknown()),
        progress.invalid());
  }

  static boolean isKafka(String description) {
    return KAFKA.matcher(description).matches();
  }

  private static @Nullable Long batchId(ProgressField field) {
    if (field.isAbsent()) {
      field.invalid("the id of a batch");
    }
    return field.whole(Long.MAX_VALUE);
  }

  /**
   * The durations of the phases.
   *
   * @param unknown the phases that took place and whose duration is not valid
   */
  private record PhaseDurations(SortedMap<String, Long> known, Set<String> unknown) {
    boolean isIdle() {
      return !known.containsKey(Progress.ADD_BATCH) && !unknown.contains(Progress.ADD_BATCH);
    }
  }

  private static PhaseDurations durations(ProgressField progress) {
    var known = new TreeMap<String, Long>();
    var unknown = new TreeSet<String>();
    var field = progress.field("durationMs");
    var phases = field.requiredObject().entries();
    if (phases != null && phases.isEmpty()) {
      field.invalid("the durations of phases");
    }
    if (phases == null || phases.isEmpty()) {
      // Nothing is known of the phases. A batch without them would be an idle trigger.
      unknown.addAll(Progress.DECISIVE_PHASES);
    } else {
      for (var phase : phases.entrySet()) {
        boolean withinLimits =
            phase.getKey().length() <= MAX_NAME && known.size() + unknown.size() < MAX_PHASES;
        if (withinLimits) {
          addPhase(Texts.cleaned(phase.getKey()), phase.getValue(), known, unknown);
        }
      }
    }
    if (!known.containsKey(Progress.TRIGGER_EXECUTION)) {
      var batchDuration = progress.field("batchDuration").whole(MAX_MILLIS);
      if (batchDuration != null) {
        known.put(Progress.TRIGGER_EXECUTION, batchDuration);
        unknown.remove(Progress.TRIGGER_EXECUTION);
      }
    }
    return new PhaseDurations(known, unknown);
  }

  private static void addPhase(
      String name, ProgressField field, Map<String, Long> known, Set<String> unknown) {
    if (field.isAbsent()) {
      field.invalid("a whole number");
    }
    var millis = field.whole(MAX_MILLIS);
    if (millis == null) {
      unknown.add(name);
    } else {
      known.put(name, millis);
    }
  }

  private static List<StateOperator> stateOperators(ProgressField list) {
    var items = list.items();
    if (items == null) {
      return List.of();
    }
    var operators = new ArrayList<StateOperator>();
    for (var item : items) {
      var operator = item.requiredObject();
      var name = operator.field("operatorName").text();
      operators.add(
          new StateOperator(
              operators.size(),
              Texts.firstLine(name == null ? "" : name, MAX_NAME),
              rows(operator),
              count(operator.field("numRowsUpdated")),
              count(operator.field("memoryUsedBytes")),
              count(operator.field("numRowsDroppedByWatermark")),
              operator.field("commitTimeMs").whole(MAX_MILLIS)));
    }
    return operators;
  }

  /**
   * Returns the number of rows. A RocksDB state store that does not track them reports 0 although
   * the batch added rows (3.3 to 4.2); null then, and also if an invalid field leaves that open.
   */
  private static @Nullable Long rows(ProgressField operator) {
    var rows = count(operator.field("numRowsTotal"));
    var updated = operator.field("numRowsUpdated");
    var removed = operator.field("numRowsRemoved");
    if (rows == null || rows > 0 || updated.isAbsent() || removed.isAbsent()) {
      return rows;
    }
    var added = ProgressField.root(updated.node()).whole(MAX_COUNT);
    var taken = count(removed);
    return added == null || taken == null || added > taken ? null : rows;
  }

  private static List<Source> sources(ProgressField list, boolean idle) {
    var items = list.items();
    if (items == null || items.isEmpty()) {
      if (items != null || list.isAbsent()) {
        list.invalid("a list of sources");
      }
      return List.of();
    }
    var sources = new ArrayList<Source>();
    for (var item : items) {
      sources.add(source(sources.size(), item, idle));
    }
    return sources;
  }

  private static Source source(int index, ProgressField source, boolean idle) {
    var field = source.field("description");
    if (field.isAbsent()) {
      field.invalid("text");
    }
    var description = field.text();
    var rows = count(source.field("numInputRows"));
    if (description == null) {
      return Source.unreadable(index);
    }
    if (!isKafka(description)) {
      return new Source(index, shortened(description), false, null, null, null, rows);
    }
    var endOffset = source.field("endOffset");
    if (endOffset.isAbsent() && !idle) {
      endOffset.invalid("the offsets of topics");
    }
    var end = offsets(endOffset);
    return new Source(
        index,
        description,
        true,
        validOf(offsets(source.field("startOffset"))),
        validOf(end),
        validOf(offsets(source.field("latestOffset"))),
        rows,
        end == null ? UnknownPositions.NONE : end.unknownPositions());
  }

  private static @Nullable KafkaOffsets offsets(ProgressField field) {
    var offsets = KafkaOffsets.decode(field.node());
    if (offsets == null) {
      field.invalidUnlessAbsent("the offsets of topics");
      return null;
    }
    if (!offsets.unknownPositions().equals(UnknownPositions.NONE)) {
      field.invalid("offsets from 0 to " + Long.MAX_VALUE);
    }
    return offsets;
  }

  private static @Nullable Map<TopicPartition, Long> validOf(@Nullable KafkaOffsets offsets) {
    return offsets == null ? null : offsets.valid();
  }

  /** Cuts the text before masking as well, because masking megabytes takes long. */
  private static String shortened(String description) {
    return cut(Secrets.masked(cut(description, 4 * MAX_DESCRIPTION)), MAX_DESCRIPTION);
  }

  private static String cut(String text, int max) {
    return text.length() <= max ? text : Texts.cleaned(text.substring(0, max));
  }

  private static @Nullable Instant instant(ProgressField field) {
    var text = field.node().textValue();
    return text == null ? null : Texts.instantOrUtc(text);
  }

  private static @Nullable Instant driverTime(ProgressField field) {
    var time = instant(field);
    if (time == null || time.isBefore(Instant.EPOCH) || time.isAfter(Texts.YEAR_2200)) {
      field.invalid("a time between the years 1970 and 2200");
      return null;
    }
    return time;
  }

  private static @Nullable Instant eventTime(ProgressField field) {
    var time = instant(field);
    if (time == null || Math.abs(time.getEpochSecond()) > MAX_EPOCH_SECOND) {
      field.invalidUnlessAbsent("a time");
      return null;
    }
    return time;
  }

  private static @Nullable Long count(ProgressField field) {
    return field.whole(MAX_COUNT);
  }
}

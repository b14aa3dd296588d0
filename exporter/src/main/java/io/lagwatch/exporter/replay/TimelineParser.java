package io.lagwatch.exporter.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.ReportDecoder;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.ClusterPoll.Offsets;
import io.lagwatch.exporter.lag.TopicPartition;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a line of a timeline, as {@link TimelineWriter} describes it. Thread-safe; no state. */
final class TimelineParser {
  private final JsonMapper mapper = ReportDecoder.mapper();
  private final ReportDecoder reports = new ReportDecoder();

  /** What is wrong with a line: {@code expected X, found Y}, after the field where there is one. */
  static final class BadLine extends Exception {
    private static final long serialVersionUID = 1;

    private final String expectedAndFound;

    BadLine(String expectedAndFound) {
      super(expectedAndFound, null, false, false);
      this.expectedAndFound = expectedAndFound;
    }

    String expectedAndFound() {
      return expectedAndFound;
    }
  }

  /** The times that a report may have too. */
  private static final Instant EARLIEST = Instant.EPOCH;

  private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

  TimelineLine parse(byte[] line) throws BadLine {
    var json = json(line);
    var at = at(json.path("at"));
    if (json.path("report").isObject()) {
      var decoded = reports.decode(json.get("report"));
      if (decoded instanceof Decoded.Accepted accepted) {
        return new TimelineLine.ReportLine(at, accepted.report());
      }
      var refused = (Decoded.Refused) decoded;
      throw new BadLine(
          "report"
              + (refused.path() == null ? "" : "." + refused.path())
              + ": "
              + refused.message());
    }
    if (json.path("offsets").isObject()) {
      var offsets = json.get("offsets");
      return new TimelineLine.OffsetsLine(at, poll(offsets), took(offsets));
    }
    if (json.path("pollError").isObject()) {
      var error = json.get("pollError");
      return new TimelineLine.PollErrorLine(
          at,
          text(error, "pollError", "cluster"),
          error.path("kind").asText("unknown"),
          error.path("message").asText(""),
          took(error));
    }
    throw new BadLine("expected report, offsets or pollError, found none of them");
  }

  private JsonNode json(byte[] line) throws BadLine {
    try {
      var json = mapper.readTree(line);
      if (json.isObject()) {
        return json;
      }
    } catch (JsonProcessingException malformed) {
      var at = malformed.getLocation();
      throw new BadLine(
          "expected JSON, found it broken" + (at == null ? "" : " at column " + at.getColumnNr()));
    } catch (IOException notText) {
      throw new BadLine("expected JSON, found other bytes");
    }
    throw new BadLine("expected a JSON object, found something else");
  }

  private static Instant at(JsonNode at) throws BadLine {
    try {
      var instant = OffsetDateTime.parse(at.asText()).toInstant();
      if (!instant.isBefore(EARLIEST) && instant.isBefore(LATEST)) {
        return instant;
      }
    } catch (DateTimeException notATime) {
      // Told below, as a time that is none of ours.
    }
    throw new BadLine(
        "at: expected a time from 1970 to 2199 as 2026-01-31T23:59:59.999Z, found " + shown(at));
  }

  private static ClusterPoll poll(JsonNode offsets) throws BadLine {
    var answered = new HashMap<TopicPartition, Offsets>();
    for (var topic : offsets.path("topics").properties()) {
      for (var partition : topic.getValue().properties()) {
        var at = partition(topic.getKey(), partition.getKey());
        var end = whole(partition.getValue().path("latest"));
        if (end == null) {
          throw new BadLine(
              "offsets: expected latest of "
                  + at
                  + " to be a whole number, found "
                  + shown(partition.getValue().path("latest")));
        }
        answered.put(
            at,
            new Offsets(
                end,
                whole(partition.getValue().path("earliest")),
                whole(partition.getValue().path("otherLatest"))));
      }
    }
    var unanswered = new HashMap<TopicPartition, String>();
    for (var topic : offsets.path("unanswered").properties()) {
      for (var partition : topic.getValue().properties()) {
        unanswered.put(
            partition(topic.getKey(), partition.getKey()), partition.getValue().asText());
      }
    }
    Map<String, String> failed = new HashMap<>();
    offsets
        .path("failedTopics")
        .properties()
        .forEach(e -> failed.put(e.getKey(), e.getValue().asText()));
    Set<String> gone = new HashSet<>();
    offsets.path("goneTopics").forEach(topic -> gone.add(topic.asText()));
    Map<String, String> ids = new HashMap<>();
    offsets.path("topicIds").properties().forEach(e -> ids.put(e.getKey(), e.getValue().asText()));
    return new ClusterPoll(
        text(offsets, "offsets", "cluster"),
        answered,
        unanswered,
        failed,
        gone,
        ids,
        identity(offsets.path("identity")));
  }

  private static ClusterPoll.@Nullable ClusterIdentity identity(JsonNode identity) {
    return identity.isObject()
        ? new ClusterPoll.ClusterIdentity(
            identity.path("clusterId").textValue(),
            texts(identity.path("brokers")),
            texts(identity.path("configured")),
            identity.path("isolation").textValue())
        : null;
  }

  private static List<String> texts(JsonNode list) {
    var texts = new ArrayList<String>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static TopicPartition partition(String topic, String number) throws BadLine {
    if (!number.matches("[0-9]{1,9}")) {
      throw new BadLine(
          "offsets: expected numbers as partitions of " + topic + ", found " + number);
    }
    return new TopicPartition(topic, Integer.parseInt(number));
  }

  private static @Nullable Long whole(JsonNode node) {
    return node.isIntegralNumber() && node.canConvertToLong() && node.longValue() >= 0
        ? (Long) node.longValue()
        : null;
  }

  private static Duration took(JsonNode node) {
    var millis = whole(node.path("tookMs"));
    return millis == null ? Duration.ZERO : Duration.ofMillis(millis);
  }

  private static String text(JsonNode parent, String path, String field) throws BadLine {
    if (!parent.path(field).isTextual()) {
      throw new BadLine(path + "." + field + ": expected text, found " + shown(parent.path(field)));
    }
    return parent.path(field).textValue();
  }

  private static String shown(JsonNode node) {
    var text = node.isMissingNode() ? "nothing" : node.toString();
    return text.length() > 80 ? text.substring(0, 80) + "…" : text;
  }
}

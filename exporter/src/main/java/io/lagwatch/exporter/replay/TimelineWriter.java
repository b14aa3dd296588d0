package io.lagwatch.exporter.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.exporter.ingest.ReportDecoder;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.TopicPartition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Writes the lines of a timeline, each ended by a line feed:
 *
 * <ul>
 *   <li>{@code {"at": ISO, "report": {…}}}: the body of a report as it came
 *   <li>{@code {"at": ISO, "offsets": {"cluster", "tookMs", "topics": {topic: {partition:
 *       {"earliest", "latest", "otherLatest"}}}}}}, and where there are any {@code "unanswered":
 *       {topic: {partition: kind}}}, {@code "failedTopics": {topic: kind}}, {@code "goneTopics":
 *       [topic]}, {@code "topicIds": {topic: id}}, {@code "identity": {"clusterId", "brokers":
 *       [address], "configured": [address], "isolation"}}; {@code earliest} and {@code otherLatest}
 *       are missing where they were not asked for
 *   <li>{@code {"at": ISO, "pollError": {"cluster", "kind", "message", "tookMs"}}}
 * </ul>
 *
 * Readers pass over fields they do not know.
 */
final class TimelineWriter {
  private static final JsonMapper MAPPER = ReportDecoder.mapper();

  private TimelineWriter() {}

  /**
   * A report's line.
   *
   * @param body of a report that was accepted, so well-formed JSON
   * @throws IOException when it is not
   */
  static byte[] report(byte[] body, Instant at) throws IOException {
    var out = new ByteArrayOutputStream(body.length + 64);
    out.writeBytes(("{\"at\":\"" + at + "\",\"report\":").getBytes(StandardCharsets.UTF_8));
    if (body.length > 1 && body[0] == '{' && body[1] != 0) {
      for (byte b : body) {
        // Inside JSON's strings there is no bare line end, between its tokens a blank is the same.
        out.write(b == '\n' || b == '\r' ? ' ' : b);
      }
    } else {
      // Blanks or a byte order mark in front, or an encoding other than UTF-8.
      out.writeBytes(MAPPER.writeValueAsBytes(MAPPER.readTree(body)));
    }
    out.writeBytes(new byte[] {'}', '\n'});
    return out.toByteArray();
  }

  static byte[] polled(ClusterPoll poll, Instant at, Duration took) throws IOException {
    var line = line(at);
    var offsets = line.putObject("offsets");
    offsets.put("cluster", poll.cluster()).put("tookMs", took.toMillis());
    var topics = offsets.putObject("topics");
    byPartition(
        poll.offsets(),
        (partition, log) -> {
          var entry = child(topics, partition.topic()).putObject("" + partition.partition());
          if (log.earliest() != null) {
            entry.put("earliest", log.earliest());
          }
          entry.put("latest", log.end());
          if (log.otherEnd() != null) {
            entry.put("otherLatest", log.otherEnd());
          }
        });
    if (!poll.unanswered().isEmpty()) {
      var unanswered = offsets.putObject("unanswered");
      byPartition(
          poll.unanswered(),
          (partition, kind) ->
              child(unanswered, partition.topic()).put("" + partition.partition(), kind));
    }
    if (!poll.failedTopics().isEmpty()) {
      var failed = offsets.putObject("failedTopics");
      new TreeMap<>(poll.failedTopics()).forEach(failed::put);
    }
    if (!poll.goneTopics().isEmpty()) {
      var gone = offsets.putArray("goneTopics");
      new TreeSet<>(poll.goneTopics()).forEach(gone::add);
    }
    if (!poll.topicIds().isEmpty()) {
      var ids = offsets.putObject("topicIds");
      new TreeMap<>(poll.topicIds()).forEach(ids::put);
    }
    if (poll.identity() != null) {
      var identity = offsets.putObject("identity").put("clusterId", poll.identity().clusterId());
      poll.identity().brokers().forEach(identity.putArray("brokers")::add);
      poll.identity().configured().forEach(identity.putArray("configured")::add);
      identity.put("isolation", poll.identity().isolation());
    }
    return bytes(line);
  }

  static byte[] pollFailed(String cluster, String kind, String message, Instant at, Duration took)
      throws IOException {
    var line = line(at);
    line.putObject("pollError")
        .put("cluster", cluster)
        .put("kind", kind)
        .put("message", message)
        .put("tookMs", took.toMillis());
    return bytes(line);
  }

  private static <T> void byPartition(
      Map<TopicPartition, T> map, BiConsumer<TopicPartition, T> each) {
    new TreeMap<>(map).forEach(each);
  }

  private static ObjectNode line(Instant at) {
    return MAPPER.createObjectNode().put("at", at.toString());
  }

  private static ObjectNode child(ObjectNode parent, String name) {
    return parent.withObjectProperty(name);
  }

  private static byte[] bytes(ObjectNode line) throws JsonProcessingException {
    return (MAPPER.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
  }
}

package io.lagwatch.exporter.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.exporter.lag.TopicPartition;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes a timeline as JSON lines, as {@code --record} does. What befalls the exporter is left out.
 */
final class TimelineWriter {
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final ObjectMapper mapper = new ObjectMapper();
  private final ReportWriter reports = new ReportWriter(mapper);

  void write(Iterable<TimelineEvent> timeline, Appendable out) throws IOException {
    for (TimelineEvent event : timeline) {
      String line = line(event);
      if (line != null) {
        out.append(line).append('\n');
      }
    }
  }

  /** One line without its end; null for what is not recorded. */
  @Nullable String line(TimelineEvent event) {
    ObjectNode line = mapper.createObjectNode().put("at", instant(event.at()));
    if (event instanceof TimelineEvent.Reported reported) {
      line.set("report", reports.report(reported.report()));
    } else if (event instanceof TimelineEvent.Polled polled) {
      polled(polled, line.putObject("offsets"));
    } else if (event instanceof TimelineEvent.PollFailed failed) {
      line.putObject("pollError").put("cluster", failed.cluster()).put("message", failed.message());
    } else {
      return null;
    }
    try {
      return mapper.writeValueAsString(line);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void polled(TimelineEvent.Polled polled, ObjectNode offsets) {
    offsets.put("cluster", polled.poll().cluster());
    ObjectNode topics = offsets.putObject("topics");
    new TreeMap<>(polled.poll().offsets())
        .forEach(
            (p, answer) ->
                topics
                    .withObjectProperty(p.topic())
                    .putObject(Integer.toString(p.partition()))
                    .put("earliest", answer.earliest())
                    .put("latest", answer.end()));
  }

  static @Nullable String instant(@Nullable Instant at) {
    return at == null ? null : MILLIS.format(at);
  }

  static ObjectNode offsets(ObjectNode into, Map<TopicPartition, Long> offsets) {
    new TreeMap<>(offsets)
        .forEach(
            (p, at) -> into.withObjectProperty(p.topic()).put(Integer.toString(p.partition()), at));
    return into;
  }
}

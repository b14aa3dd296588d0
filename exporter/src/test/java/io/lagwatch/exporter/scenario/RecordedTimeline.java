package io.lagwatch.exporter.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.ReportDecoder;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.ClusterPoll.Offsets;
import io.lagwatch.exporter.lag.TopicPartition;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A timeline recorded as JSON lines, with its labels, from the test resources. Another simulator
 * than this package's made them. Only the documented alerts are compared.
 */
record RecordedTimeline(String name, QueryRules rules, Labels labels) {
  static final List<String> NAMES =
      List.of(
          "capacity-loss",
          "catch-up",
          "creeping-batch",
          "driver-killed",
          "hourly-available-now",
          "hung-sink",
          "long-trigger",
          "morning-ramp",
          "odd-slow-batch",
          "ordered-rate-limit",
          "quiet-night",
          "steady");

  private static final JsonMapper MAPPER = ReportDecoder.mapper();

  static RecordedTimeline open(String name) {
    try (InputStream in = resource(name + ".labels.json")) {
      JsonNode json = new ObjectMapper().readTree(in);
      return new RecordedTimeline(name, rules(json.at("/settings/queries")), labels(json));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream resource(String file) {
    String path = "/scenarios/" + file;
    return Objects.requireNonNull(RecordedTimeline.class.getResourceAsStream(path), path);
  }

  List<TimelineEvent> events() {
    try (var in = new GZIPInputStream(resource(name + ".jsonl.gz"));
        var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      var decoder = new ReportDecoder();
      var events = new ArrayList<TimelineEvent>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        events.add(event(MAPPER.readTree(line), decoder));
      }
      return events;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static TimelineEvent event(JsonNode line, ReportDecoder decoder) {
    Instant at = Instant.parse(line.path("at").asText());
    if (line.has("report")) {
      Decoded decoded = decoder.decode(line.get("report"));
      if (decoded instanceof Decoded.Accepted accepted) {
        return new TimelineEvent.Reported(at, accepted.report());
      }
      throw new IllegalArgumentException("report: expected one that is accepted, found " + decoded);
    }
    JsonNode error = line.get("pollError");
    return error == null
        ? new TimelineEvent.Polled(at, poll(line.path("offsets")))
        : new TimelineEvent.PollFailed(
            at, error.path("cluster").asText(), error.path("message").asText());
  }

  private static ClusterPoll poll(JsonNode offsets) {
    var answers = new HashMap<TopicPartition, Offsets>();
    for (Map.Entry<String, JsonNode> topic : offsets.path("topics").properties()) {
      for (Map.Entry<String, JsonNode> p : topic.getValue().properties()) {
        answers.put(
            new TopicPartition(topic.getKey(), Integer.parseInt(p.getKey())),
            new Offsets(
                p.getValue().path("latest").asLong(), p.getValue().path("earliest").asLong()));
      }
    }
    return new ClusterPoll(offsets.path("cluster").asText(), answers, Map.of(), Map.of(), Set.of());
  }

  private static QueryRules rules(JsonNode queries) {
    var rules = new ArrayList<QueryRules.QueryRule>();
    for (JsonNode query : queries) {
      String period = query.path("quietPeriod").asText().toUpperCase(Locale.ROOT);
      rules.add(Scenario.rule(query.path("match").asText(), Duration.parse("PT" + period)));
    }
    return new QueryRules(rules);
  }

  private static Labels labels(JsonNode json) {
    var expect = new ArrayList<Labels.Expected>();
    for (JsonNode e : json.path("expect")) {
      expect.add(
          new Labels.Expected(
              e.path("query").asText(),
              e.path("alert").asText(),
              Objects.requireNonNull(window(e.get("fires"))),
              window(e.get("resolves"))));
    }
    var ignore = new ArrayList<Labels.Ignored>();
    for (JsonNode i : json.path("ignore")) {
      ignore.add(
          new Labels.Ignored(
              i.path("query").asText(),
              i.path("alert").asText(),
              Objects.requireNonNull(window(i.get("between")))));
    }
    return new Labels(
        json.path("scenario").asText(),
        json.path("what").asText(),
        Instant.parse(json.path("from").asText()),
        Instant.parse(json.path("to").asText()),
        expect,
        ignore,
        Labels.DOCUMENTED);
  }

  private static Labels.@Nullable Window window(@Nullable JsonNode pair) {
    return pair == null
        ? null
        : new Labels.Window(
            Instant.parse(pair.path(0).asText()), Instant.parse(pair.path(1).asText()));
  }
}

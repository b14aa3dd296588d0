package io.lagwatch.exporter.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lagwatch.exporter.alert.Promtool;
import io.lagwatch.exporter.alert.RuleFile;
import io.lagwatch.exporter.config.QueryRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole timelines through the exporter's own evaluation and, with what was scraped from it
 * meanwhile, through Prometheus and the rule file: the same alerts at the same times.
 */
class ReplayThroughPrometheusIT {
  private static final String EXPORTER = "spark_streaming_alert_firing";

  /**
   * One says that an alert fires and the other not, at an evaluation and at both of its neighbours.
   */
  private static final String DISAGREEMENT =
      """
      groups:
        - name: disagreement
          rules:
            - record: prometheus
              expr: |
                max by (app, query, alert) (
                  label_replace(
                    ALERTS{alertname=~"SparkStreaming.*", alertstate="firing"},
                    "alert", "$1", "alertname", "SparkStreaming(.*)"))
            - record: only_prometheus
              expr: |
                prometheus offset 15s
                  and on (app, query, alert) count_over_time(EXPORTER[31s]) == 3
                  unless on (app, query, alert) max_over_time(EXPORTER[31s]) == 1
            - record: only_exporter
              expr: |
                min_over_time(EXPORTER[31s]) == 1
                  and count_over_time(EXPORTER[31s]) == 3
                  unless on (app, query, alert) prometheus offset 15s
      """
          .replace("EXPORTER", EXPORTER);

  @TempDir Path folder;

  static Stream<Scenario> simulated() {
    var names =
        List.of(
            "broker-unreachable-while-firing",
            "checkpoint-replaced",
            "checkpoint-shared",
            "crash-loop",
            "exporter-restarts-in-hang",
            "exporter-restarts-while-firing",
            "hang-30s",
            "near-and-lost",
            "near-step-30s",
            "near-then-idle",
            "retention-risk-averted");
    var found = Catalogue.all().filter(one -> names.contains(one.name())).toList();
    assertThat(found).extracting(Scenario::name).containsExactlyInAnyOrderElementsOf(names);
    return found.stream();
  }

  @ParameterizedTest
  @MethodSource("simulated")
  void prometheusSaysTheSameOfASimulation(Scenario scenario)
      throws IOException, InterruptedException {
    compare(scenario.labels(), scenario.rules(), scenario.timeline());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"capacity-loss", "creeping-batch", "driver-killed", "hung-sink", "quiet-night"})
  void prometheusSaysTheSameOfARecording(String name) throws IOException, InterruptedException {
    RecordedTimeline timeline = RecordedTimeline.open(name);
    compare(timeline.labels(), timeline.rules(), timeline.events());
  }

  private void compare(Labels labels, QueryRules rules, Iterable<TimelineEvent> timeline)
      throws IOException, InterruptedException {
    var promtool = Promtool.find();
    assumeTrue(promtool.isPresent(), "promtool is not on the PATH");
    var wanted = new HashSet<>(RuleFile.read().metrics());
    wanted.add(EXPORTER);
    var input = new PromtoolInput(labels.from(), wanted);
    List<Transition> transitions =
        ScenarioRunner.run(
            SampledMonitor.exporter(
                SampledMonitor.NO_PARTITIONS, (at, scrape) -> input.scraped(at, scrape.get())),
            rules,
            timeline,
            labels.from(),
            labels.to());
    long fired = transitions.stream().map(t -> t.alert() + " " + t.query()).distinct().count();
    assertThat(fired).as("a timeline without an alert shows nothing").isPositive();

    Path disagreement = Files.writeString(folder.resolve("disagreement.yml"), DISAGREEMENT);
    Path file = folder.resolve("replay.test.yml");
    Files.writeString(
        file,
        input.file(
            List.of(RuleFile.FILE, disagreement),
            List.of(
                check("count_over_time(only_prometheus[%s])", input, "[]"),
                check("count_over_time(only_exporter[%s])", input, "[]"),
                check(
                    "count(count_over_time(prometheus[%s]))",
                    input, "[{labels: \"{}\", value: " + fired + "}]"))));
    promtool.get().passes("test", "rules", file.toString());
  }

  private static String check(String expression, PromtoolInput input, String expected) {
    return "      - {expr: '%s', eval_time: %s, exp_samples: %s}"
        .formatted(expression.formatted(input.end()), input.end(), expected);
  }
}

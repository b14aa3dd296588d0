package io.lagwatch.exporter.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.watch.Snapshots;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of Prometheus and the exporter's own are the same, or a test fails. */
class RuleFileAgainstTableTest {
  private static final String PREFIX = "SparkStreaming";

  private final List<RuleFile.Rule> file = RuleFile.read().rules();

  static Stream<Rule> table() {
    return Rules.ALL.stream();
  }

  @Test
  void noneIsMissingAndNoneTooMany() {
    assertThat(file.stream().map(RuleFile.Rule::alert).filter(name -> name.startsWith(PREFIX)))
        .containsExactlyElementsOf(table().map(rule -> PREFIX + rule.name()).toList());
  }

  @ParameterizedTest
  @MethodSource("table")
  void saysTheSameInBothPlaces(Rule rule) {
    RuleFile.Rule inFile = inFile(rule);

    assertThat(inFile.label("severity")).isEqualTo(rule.severity().label());
    assertThat(inFile.annotation("summary")).isEqualTo(rule.summary());
  }

  @ParameterizedTest
  @MethodSource("table")
  void comparesTheSameSignalWithTheSameThreshold(Rule rule) {
    String threshold = rule.condition().threshold().gauge();
    String condition =
        String.join(
            " ",
            rule.condition().gauge(),
            rule.condition().comparison().promql(),
            threshold == null ? "0" : threshold);

    assertThat(inFile(rule).expr().replace("( ", "(").replace(" )", ")"))
        .isEqualTo(
            "max by (app, query) ("
                + condition
                + ")"
                + (rule.name().equals("RunMissed") ? notWhileRunning(rule) : "")
                + " or max by (app, query) (ALERTS{alertname=\""
                + PREFIX
                + rule.name()
                + "\", alertstate=\"firing\"}) unless on (app, query) "
                + (rule.name().equals("RunMissed")
                    ? whileExporterIsDown(rule)
                    : whileUnknown(rule)));
  }

  private static String whileUnknown(Rule rule) {
    return rule.condition().gauge()
        + " and on (app, query) last_over_time(spark_streaming_query_state"
        + states(rule.appliesTo())
        + "[1h]) == 1";
  }

  /** The age of a run is known while the query runs, unlike the signals of the other rules. */
  private static String notWhileRunning(Rule rule) {
    return " unless on (app, query) spark_streaming_query_state"
        + states(rule.appliesTo().negate())
        + " == 1";
  }

  /** A required query that has never reported is in no state. */
  private static String whileExporterIsDown(Rule rule) {
    return "spark_streaming_query_state and on (app, query) last_over_time("
        + rule.condition().threshold().gauge()
        + "[1h])";
  }

  @ParameterizedTest
  @MethodSource("table")
  void holdsAndKeepsForAsLong(Rule rule) {
    RuleFile.Rule inFile = inFile(rule);

    assertThat(duration(inFile.hold()))
        .isEqualTo(rule.timing().hold().apply(QuerySettings.DEFAULTS));
    assertThat(duration(inFile.all().path("keep_firing_for").asText()))
        .isEqualTo(rule.timing().keepFiring());
  }

  /** In which states an alert goes on when its signal is unknown; no matcher for all of them. */
  private static String states(Predicate<QueryFacts> rule) {
    List<QueryState> applies =
        Arrays.stream(QueryState.values()).filter(state -> rule.test(inState(state))).toList();
    return applies.size() == QueryState.values().length
        ? ""
        : applies.stream()
            .map(QueryState::label)
            .collect(Collectors.joining("|", "{state=~\"", "\"}"));
  }

  private static QueryFacts inState(QueryState state) {
    return Snapshots.query("app", "query").state(state).facts();
  }

  private RuleFile.Rule inFile(Rule rule) {
    return file.stream()
        .filter(one -> one.alert().equals(PREFIX + rule.name()))
        .findFirst()
        .orElseThrow(() -> new AssertionError(rule.name() + " is not in " + RuleFile.FILE));
  }

  private static Duration duration(String text) {
    return text.isEmpty()
        ? Duration.ZERO
        : Duration.parse("PT" + text.toUpperCase(java.util.Locale.ROOT));
  }
}

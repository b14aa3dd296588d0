package io.lagwatch.exporter.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.RoutedBy;
import io.lagwatch.exporter.lag.SourceRoute;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.watch.AlertsView;
import io.lagwatch.exporter.watch.ClusterStatus;
import io.lagwatch.exporter.watch.EvaluationFailure;
import io.lagwatch.exporter.watch.FailedQuery;
import io.lagwatch.exporter.watch.FixedMonitor;
import io.lagwatch.exporter.watch.IdentityView;
import io.lagwatch.exporter.watch.InputView;
import io.lagwatch.exporter.watch.QueryGuard;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.RunView;
import io.lagwatch.exporter.watch.Snapshot;
import io.lagwatch.exporter.watch.Snapshots;
import io.lagwatch.exporter.watch.StateView;
import io.lagwatch.exporter.watch.TriggerView;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that a report can name is on a page as text, whatever it is. */
class HostileNamesTest {
  private static final Pattern TAG =
      Pattern.compile(
          "<(!?/?[a-z0-9]+)((?:\\s+[a-z-]+(?:=\"[^\"]*\")?)*)\\s*>", Pattern.CASE_INSENSITIVE);
  private static final Pattern ATTRIBUTE =
      Pattern.compile("\\s([a-z-]+)(?:=\"([^\"]*)\")?", Pattern.CASE_INSENSITIVE);

  /** All that the templates have; nothing else may be on a page. */
  private static final Set<String> ATTRIBUTES =
      Set.of(
          ("action aria-hidden aria-label aria-labelledby aria-live aria-sort autocomplete charset"
                  + " class colspan content d data-chart data-drawn data-json data-key data-label"
                  + " data-mark data-said data-view datetime defer fill-rule hidden href html id lang"
                  + " name placeholder preserveaspectratio rel role scope selected spellcheck src type"
                  + " value viewbox")
              .split(" "));

  static Stream<String> names() {
    return Stream.of(
        "<script>alert(1)</script>",
        "\" onclick=\"alert(1)\" x=\"",
        "' onclick='alert(1)' x='",
        "javascript:alert(1)",
        "&lt;b&gt; &amp; <b>",
        "</main></body><main id=\"live\">",
        "`${7*7}` @if(true) $unsafe{x} <%= 1 %>",
        "a\u0000b\u0007c\u001Bd\u007Fe\u0085f",
        "\u202Egnp.exe\u202C \u2066x\u2069 \u200F\u200E\u061C");
  }

  @ParameterizedTest
  @MethodSource("names")
  void isShownAsTextOnEveryPage(String name) {
    var query = hostile(name);
    var snapshot =
        new Snapshot(
            Snapshots.NOW,
            List.of(query),
            List.of(failed(name)),
            List.of(),
            List.of(
                new ClusterStatus(
                    name,
                    false,
                    Snapshots.NOW.minusSeconds(90),
                    null,
                    Map.of(),
                    name,
                    name,
                    List.of(name))));
    var json = "{\"batches\": [{\"phase\": \"" + name + "\"}]}";

    check(
        Pages.overview(
            snapshot,
            new History(),
            parameter -> name,
            new FixedMonitor(snapshot)::renderingFailed),
        name);
    check(
        Pages.overview(
            snapshot,
            new History(),
            parameter -> null,
            new FixedMonitor(snapshot)::renderingFailed),
        name);
    check(
        Pages.query(snapshot, query, new History().of("none"), json, "../../", parameter -> name),
        name);
    check(Pages.unknownQuery(snapshot, new QueryKey(name, "x"), "../../"), name);
    check(Pages.unknownQuery(snapshot, new QueryKey("failed", name), "../../"), name);
  }

  private static void check(String page, String name) {
    var used = new TreeSet<String>();
    for (MatchResult tag : TAG.matcher(page).results().toList()) {
      for (MatchResult attribute : ATTRIBUTE.matcher(tag.group(2)).results().toList()) {
        used.add(attribute.group(1).toLowerCase(java.util.Locale.ROOT));
        if (attribute.group(1).matches("href|src")) {
          assertThat(attribute.group(2)).doesNotStartWith("javascript:");
        }
      }
    }
    assertThat(ATTRIBUTES).containsAll(used);

    var text = TAG.matcher(page).replaceAll("");
    assertThat(text).as("text outside of tags").doesNotContain("<").doesNotContain(">");
    assertThat(text)
        .doesNotContainPattern("[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]");
    assertThat(text).doesNotContainPattern("[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");
    assertThat(page).doesNotContain("\0");
    assertThat(page.split("<main id=\"live\"", -1)).hasSize(2);
    assertThat(unescaped(text)).contains(shown(name));
  }

  private static String unescaped(String text) {
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
  }

  private static String shown(String name) {
    return name.replaceAll(
        "[\\u0000-\\u001F\\u007F-\\u009F\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]",
        "\uFFFD");
  }

  private static FailedQuery failed(String name) {
    return new FailedQuery(
        new QueryKey("failed", name),
        name,
        new EvaluationFailure(QueryGuard.Stage.EVALUATE, "IllegalStateException"),
        List.of(alert(name)));
  }

  private static AlertStatus alert(String name) {
    return new AlertStatus(name, name, AlertPhase.FIRING, Snapshots.NOW, Snapshots.NOW, name);
  }

  private static QueryView hostile(String name) {
    var lag = Snapshots.lag(Snapshots.measured(name, 0, 0, 9), Snapshots.unknown(name, 1));
    var query =
        Snapshots.query(name, name)
            .state(QueryState.FAILED)
            .lag(
                new QueryLag(
                    lag.basis(),
                    lag.partitions(),
                    lag.records(),
                    lag.time(),
                    lag.unknown(),
                    lag.rateLimitedBacklog(),
                    lag.measuredAt(),
                    name))
            .build();
    var run = query.run();
    var state = query.state();
    var operator = state.operators().get(0);
    return new QueryView(
        new IdentityView(
            query.key(),
            name,
            name,
            name,
            new IdentityView.ApplicationView(name, name, name, name),
            name,
            name,
            name),
        new RunView(
            run.state(),
            run.startedAt(),
            run.endedAt(),
            run.lastReportAt(),
            run.lastEventAt(),
            run.finished(),
            new RunView.FailureView(name, name, Snapshots.NOW),
            run.counters()),
        query.lag(),
        query.batch(),
        new TriggerView(name, null, name, null, true, 0.8),
        new InputView(
            query.rates(),
            query.sources().stream()
                .map(
                    source ->
                        new InputView.SourceView(
                            source.index(),
                            name,
                            source.isKafka(),
                            source.consumedByTopic(),
                            source.lastInputAt(),
                            source.observedSince(),
                            source.arrivalPerSecond(),
                            new SourceRoute(name, RoutedBy.ADDRESS, List.of(), name)))
                .toList()),
        new StateView(
            List.of(
                new StateView.OperatorView(
                    name,
                    operator.rows(),
                    operator.rowsUpdated(),
                    operator.memoryBytes(),
                    operator.commit(),
                    operator.rowsDroppedByWatermark())),
            state.rows(),
            state.reason(),
            state.watermark()),
        new AlertsView(List.of(alert(name)), new TreeMap<>()));
  }
}

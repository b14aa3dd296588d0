package io.lagwatch.exporter.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.watch.ClusterStatus;
import io.lagwatch.exporter.watch.EvaluationFailure;
import io.lagwatch.exporter.watch.FailedQuery;
import io.lagwatch.exporter.watch.FixedMonitor;
import io.lagwatch.exporter.watch.QueryGuard;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import io.lagwatch.exporter.watch.Snapshots;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverviewTest {
  @Test
  void showsWhatIsKnownOfAQuery() {
    var page = page(Snapshots.query("shop", "tiles").build());

    assertThat(page)
        .contains("tiles", "shop", "running", ">100<", ">30 s<", ">90.9<")
        .contains("17 s<span class=\"of\"> of 30 s")
        .contains("10 min")
        .contains("5,000")
        .contains("No alerts firing for the query");
  }

  @Test
  void putsTheWorstFirst() {
    var page =
        page(
            Snapshots.query("a", "1-idle").state(QueryState.IDLE).build(),
            Snapshots.query("a", "2-running").build(),
            Snapshots.query("a", "3-lost").state(QueryState.LOST).build(),
            Snapshots.query("a", "4-warning").firing("LagGrowing").build(),
            Snapshots.query("a", "5-critical").firing("QueryFailed").build(),
            Snapshots.query("a", "6-behind").lag(behind(Duration.ofHours(2))).build());

    assertThat(names(page))
        .containsExactly("5-critical", "4-warning", "3-lost", "6-behind", "2-running", "1-idle");
  }

  @Test
  void aFiringAlertSaysItsSentence() {
    var page = page(Snapshots.query("shop", "tiles").firing("LagGrowing").build());

    assertThat(page)
        .contains("<title>(1) Lagwatch</title>")
        .contains("1 of 1 query needs attention")
        .contains("1 warning alert fires.")
        .contains("Lag is 412,000 records (6 min 52 s behind) and has been growing for 14 min.")
        .contains("for 11 min")
        .contains("href=\"runbook#sparkstreaminglaggrowing\"");
  }

  @Test
  void doesNotClaimThatAllIsWellBeforeAnAlertFires() {
    var lost = Snapshots.query("a", "lost").state(QueryState.LOST).build();
    var slow = Snapshots.query("a", "slow").pending("BatchNearTrigger").build();

    assertThat(page(lost, slow, Snapshots.query("a", "b").build()))
        .contains("<title>Lagwatch</title>")
        .contains("No alerts firing; 2 of 3 queries may need attention")
        .doesNotContain("No alerts firing for");
  }

  @Test
  void aLowerBoundSaysAtLeast() {
    assertThat(page(Snapshots.query("a", "b").lag(behind(Duration.ofMinutes(20))).build()))
        .contains("≥ 20 min");
  }

  @Test
  void unknownSaysWhyAndIsNever0() {
    var none = page(Snapshots.query("a", "b").lag(QueryLag.none("no broker <configured>")).build());
    assertThat(none).contains("<b>unknown</b>").contains("no broker &lt;configured&gt;");

    var lag = Snapshots.lag(Snapshots.measured("t", 0, 1, 9), Snapshots.unknown("t", 1));
    assertThat(page(Snapshots.query("a", "b").lag(lag).build()))
        .contains("≥ 8<")
        .contains("1 of 2 partitions not included")
        .contains("No alerts firing; some lag is unknown")
        .contains("The lag of 1 query is unknown or partly unknown.");
  }

  @Test
  void aQueryThatReadsNothingOfKafkaLeavesNothingUnknown() {
    var rates = Snapshots.query("a", "b").lag(QueryLag.NO_KAFKA).build();
    assertThat(page(rates, Snapshots.query("a", "c").build()))
        .contains("No alerts firing for any of 2 queries")
        .contains("no source of the query is Kafka")
        .doesNotContain("partly unknown");
  }

  @Test
  void lagSaysWhichPartOfTheSourcesItIsOf() {
    assertThat(page(Snapshots.query("a", "b").build())).doesNotContain("sources");
    assertThat(page(Snapshots.query("a", "b").files().build()))
        .contains("measured for 1 of 2 sources");
  }

  @Test
  void aBatchThatWasReplayedSaysSo() {
    assertThat(page(Snapshots.query("a", "b").build())).doesNotContain("started by an earlier run");
    var replayed = Snapshots.progress(120, 1500, "addBatch", "queryPlanning");
    assertThat(page(Snapshots.query("a", "b").progress(replayed).build()))
        .contains("started by an earlier run");
  }

  @Test
  void aFailedQueryShowsTheFirstLineOfItsException() {
    var page =
        page(
            Snapshots.query("a", "b")
                .state(QueryState.FAILED)
                .error("java.lang.IllegalStateException", "offset out of range")
                .build());

    assertThat(page).contains("offset out of range");
  }

  @Test
  void namesCannotBecomeMarkup() {
    var nasty = "<script>alert('x')</script>\" onload=\"x\0";
    var page = page(Snapshots.query(nasty, nasty).firing("LagGrowing").build());

    assertThat(page)
        .contains("&lt;script&gt;alert('x')&lt;/script&gt;\" onload=\"x\uFFFD")
        .doesNotContain("<script>alert");
  }

  @Test
  void aClusterThatDoesNotAnswerSaysSo() {
    var down =
        new ClusterStatus(
            "main",
            false,
            Snapshots.NOW.minusSeconds(90),
            null,
            Map.of(),
            "no route to host",
            null,
            List.of());

    assertThat(page(new Snapshot(Snapshots.NOW, List.of(), List.of(), List.of(), List.of(down))))
        .contains(
            "Kafka main does not answer</b>. Its last answer was 1 min 30 s ago (no route to"
                + " host).");
  }

  @Test
  void listsAnAlertOfManyQueriesOfAnApplicationOnce() {
    var lost =
        IntStream.range(0, 40)
            .mapToObj(i -> Snapshots.query("shop", "q" + i).firing("QueryFailed").build())
            .toArray(QueryView[]::new);

    var page = page(lost);

    assertThat(page.split("<li ")).hasSize(2);
    assertThat(page).contains("40 of 40 queries need attention", "40 queries of shop");
  }

  @Test
  void theAddressChoosesAndSorts() {
    var snapshot =
        Snapshots.of(
            Snapshots.query("shop", "Tiles").lag(lagOf(5)).build(),
            Snapshots.query("shop", "bills").lag(lagOf(70)).build(),
            Snapshots.query("ops", "audit").lag(lagOf(9)).build(),
            Snapshots.query("ops", "dark").lag(QueryLag.none("no broker")).build());

    assertThat(names(page(snapshot, "q", "TIL"))).containsExactly("Tiles");
    assertThat(names(page(snapshot, "q", "shop"))).containsExactlyInAnyOrder("Tiles", "bills");
    assertThat(names(page(snapshot, "app", "ops", "sort", "query")))
        .containsExactly("audit", "dark");
    assertThat(names(page(snapshot, "sort", "lag")))
        .containsExactly("dark", "bills", "audit", "Tiles");
    assertThat(names(page(snapshot, "sort", "lag", "order", "reversed")))
        .containsExactly("Tiles", "audit", "bills", "dark");
    assertThat(names(page(snapshot, "sort", "nonsense", "order", "x"))).hasSize(4);
    assertThat(page(snapshot, "q", "none of them")).contains("0 of 4 queries");
  }

  @Test
  void aSortedColumnSaysSoAndTurnsRoundWhenAskedAgain() {
    var page = page(Snapshots.of(Snapshots.query("a", "b").build()), "sort", "lag", "q", "b c");

    assertThat(page)
        .contains("aria-sort=\"descending\"><a href=\"./?q=b%20c&amp;sort=lag&amp;order=reversed\"")
        .containsOnlyOnce("aria-sort");
  }

  @ParameterizedTest
  @CsvSource({
    "a/b,c d,queries/a%2Fb/c%20d",
    "ü?#&,%,queries/%C3%BC%3F%23%26/%25",
    "'','.',queries?app=&amp;query=.",
    "..,x,queries?app=..&amp;query=x"
  })
  void aQueryOfAnyNameHasAnAddress(String app, String query, String address) {
    assertThat(page(Snapshots.query(app, query).build())).contains("href=\"" + address + "\"");
  }

  @Test
  void truncatesLongTablesWithANotice() {
    var many =
        IntStream.range(0, 620)
            .mapToObj(i -> Snapshots.query("app", "q" + i).build())
            .toArray(QueryView[]::new);

    assertThat(page(many))
        .contains("The first 500 are shown")
        .satisfies(p -> assertThat(names(p)).hasSize(500));
  }

  @Test
  void aQueryThatCannotBeShownIsListedAndAffectsNoOther() {
    var broken = withoutLag(Snapshots.query("a", "broken").build());
    var snapshot =
        new Snapshot(
            Snapshots.NOW,
            List.of(broken, Snapshots.query("a", "fine").build()),
            List.of(
                new FailedQuery(
                    new QueryKey("a", "failed"),
                    "id",
                    new EvaluationFailure(QueryGuard.Stage.EVALUATE, "ArithmeticException"),
                    List.of())),
            List.of(),
            List.of(Snapshots.cluster()));

    var page = page(snapshot);

    assertThat(names(page)).containsExactly("broken", "failed", "fine");
    assertThat(page)
        .contains("evaluation failed: NullPointerException in render")
        .contains("evaluation failed: ArithmeticException in evaluate")
        .contains("No alerts firing; 2 of 3 queries may need attention");
    assertThat(row(page, "fine"))
        .isEqualTo(row(page(Snapshots.query("a", "fine").build()), "fine"));
    for (var column : OverviewColumn.values()) {
      assertThat(names(page(snapshot, "sort", column.parameter()))).hasSize(3);
    }
  }

  @Test
  void aQueryThatHasNeverReportedIsListedWithItsAlert() {
    var late = page(Snapshots.missing(Duration.ofHours(27)));
    assertThat(names(late)).containsExactly("nightly");
    assertThat(late)
        .contains("this query has never reported")
        .contains("a run should have started by 2026-03-02 09:00:00 UTC");
    assertThat(page(Snapshots.missing(Duration.ofHours(25))))
        .contains("this query has never reported")
        .doesNotContain("a run should have started");
  }

  @Test
  void withoutQueriesItSaysHowToAttachOne() {
    assertThat(page())
        .contains("No query has reported yet")
        .contains("spark.sql.streaming.streamingQueryListeners=");
  }

  @Test
  void holdsNothingInlineAndNothingForeign() {
    var page = page(Snapshots.query("shop", "tiles").firing("LagGrowing").inFlight().build());

    assertThat(page)
        .doesNotContain("style=")
        .doesNotContain("onclick")
        .doesNotContain("<script>")
        .doesNotContain("src=\"http")
        .doesNotContain("href=\"http");
  }

  private static QueryView withoutLag(QueryView query) {
    return new QueryView(
        query.identity(),
        query.run(),
        null,
        query.batch(),
        query.trigger(),
        query.input(),
        query.state(),
        query.alertStates());
  }

  /** The HTML of one row. */
  private static String row(String page, String name) {
    int at = page.indexOf("\n" + name + "\" class=");
    return page.substring(at, page.indexOf("</tr>", at));
  }

  private static QueryLag lagOf(long records) {
    return Snapshots.lag(Snapshots.measured("t", 0, 0, records));
  }

  private static QueryLag behind(Duration behind) {
    var lag = Snapshots.lag(Snapshots.measured("t", 0, 0, 9));
    return new QueryLag(
        lag.basis(),
        lag.partitions(),
        lag.records(),
        new TimeLag(behind, true),
        0,
        null,
        lag.measuredAt(),
        null);
  }

  private static List<String> names(String page) {
    return Pattern.compile("class=\"name\"[^>]*>([^<]*)<")
        .matcher(page)
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private static String page(QueryView... queries) {
    return page(Snapshots.of(queries));
  }

  private static String page(Snapshot snapshot, String... parameters) {
    var all = new HashMap<String, String>();
    for (int i = 0; i < parameters.length; i += 2) {
      all.put(parameters[i], parameters[i + 1]);
    }
    return Pages.overview(
        snapshot, new History(), all::get, new FixedMonitor(snapshot)::renderingFailed);
  }
}

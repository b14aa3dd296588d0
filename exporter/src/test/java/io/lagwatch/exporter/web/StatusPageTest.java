package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.lag.LagTime;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.watch.Snapshot;
import io.lagwatch.exporter.watch.Snapshots;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StatusPageTest {
  @Test
  void showsWhatIsKnownOfAQuery() {
    var page = page(Snapshots.query("shop", "tiles").build());

    assertThat(page)
        .contains("tiles", "shop", "running", "100", "30 s behind", "90.9 /s")
        .contains("17 s of 30 s")
        .contains("10 min")
        .contains("5,000")
        .contains("2.0 s ago")
        .contains("1 query, 0 alerts firing");
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
        .contains("1 alert firing")
        .contains("lag 412,000 records, 6 min 52 s behind and rising for 14 min.")
        .contains("Firing for 11 min");
  }

  @Test
  void aLowerBoundSaysAtLeast() {
    assertThat(page(Snapshots.query("a", "b").lag(behind(Duration.ofMinutes(20))).build()))
        .contains("at least 20 min behind");
  }

  @Test
  void unknownSaysWhyAndIsNever0() {
    var none = page(Snapshots.query("a", "b").lag(QueryLag.none("no broker <configured>")).build());
    assertThat(none).contains("unknown</span>").contains("no broker &lt;configured&gt;");

    var lag = Snapshots.lag(Snapshots.measured("t", 0, 1, 9), Snapshots.unknown("t", 1));
    assertThat(page(Snapshots.query("a", "b").lag(lag).build()))
        .contains("without 1 of 2 partitions");
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
        .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot; onload=&quot;x\uFFFD")
        .doesNotContain("<script>alert");
  }

  @Test
  void aClusterThatDoesNotAnswerSaysSo() {
    var down =
        new Snapshot.Cluster(
            "main", false, Snapshots.NOW.minusSeconds(90), null, Map.of(), "no route to host");

    assertThat(StatusPage.of(new Snapshot(Snapshots.NOW, List.of(), List.of(down))))
        .contains("does not answer, last did 1 min 30 s ago (no route to host)")
        .contains("kafka down");
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

  private static QueryLag behind(Duration behind) {
    var lag = Snapshots.lag(Snapshots.measured("t", 0, 0, 9));
    return new QueryLag(
        lag.basis(),
        lag.partitions(),
        lag.records(),
        new LagTime(behind, true),
        0,
        null,
        lag.measuredAt(),
        null);
  }

  private static List<String> names(String page) {
    return Pattern.compile("class=\"name\">([^<]*)<")
        .matcher(page)
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private static String page(Snapshot.Query... queries) {
    return StatusPage.of(Snapshots.of(queries));
  }
}

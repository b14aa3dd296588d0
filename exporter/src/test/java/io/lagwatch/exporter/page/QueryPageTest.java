package io.lagwatch.exporter.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.history.Sample;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.watch.ClusterStatus;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import io.lagwatch.exporter.watch.Snapshots;
import io.lagwatch.exporter.watch.TriggerView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueryPageTest {
  @Test
  void saysHowTheQueryIsInASentenceAndInNumbers() {
    assertThat(page(Snapshots.query("shop", "tiles").inFlight().build()))
        .contains("<h1>tiles</h1>")
        .contains("running</span></span> 100 records wait to be read, the oldest for 30 s.")
        .contains("Spark 3.5.7 on driver-0, a batch every 30 s, run started 1 h")
        .contains("<dt>Arriving /s</dt><dd>1,000</dd>")
        .contains("<dt>Last batch (trigger 30 s)</dt><dd>17 s</dd>")
        .contains("<dt>Current batch running for</dt><dd>20 s</dd>")
        .contains("<dt>State rows</dt><dd>5,000</dd>")
        .contains("data-said=\"running, no alert fires\"")
        .contains("href=\"../../api/v1/queries/shop/tiles/history\"")
        .contains("No alert fires and none is pending.")
        .contains("KafkaV2[Subscribe[learning.progress]]", "3,600,000")
        .contains("0:stateStoreSave", "1.0 MiB", "350 ms");
  }

  @Test
  void hidesTheRunningBatchOfALostDriver() {
    var lost = Snapshots.query("shop", "tiles").inFlight().state(QueryState.LOST).build();
    assertThat(page(lost)).doesNotContain("Current batch running for");
  }

  @Test
  void anAlertSaysItsSentenceAndWhereToReadOn() {
    assertThat(page(Snapshots.query("shop", "tiles").firing("LagGrowing").build()))
        .contains("<title>(1) tiles · Lagwatch</title>")
        .contains("Lag is 412,000 records (6 min 52 s behind) and has been growing for 14 min.")
        .contains("href=\"../../runbook#sparkstreaminglaggrowing\">What to do");
  }

  @Test
  void unknownIsAsClearAsBad() {
    var reason = "no broker has answered for its partitions";
    var lag = new QueryLag(QueryLag.Basis.NONE, List.of(), null, null, 0, null, null, reason);
    var down =
        new ClusterStatus(
            "main",
            false,
            Snapshots.NOW.minusSeconds(90),
            null,
            Map.of(),
            "no route",
            null,
            List.of());
    var query = Snapshots.query("shop", "tiles").lag(lag).build();

    assertThat(
            page(
                new Snapshot(Snapshots.NOW, List.of(query), List.of(), List.of(), List.of(down)),
                query))
        .contains(
            "Lag is unknown: no broker has answered for its partitions. Kafka main does not"
                + " answer. Its last answer was 1 min 30 s ago")
        .contains("<dt>Lag, records</dt><dd class=\"unknown\">unknown</dd>");
    var part = Snapshots.lag(Snapshots.measured("t", 0, 1, 9), Snapshots.unknown("t", 1));
    assertThat(page(Snapshots.query("shop", "tiles").lag(part).build()))
        .contains("At least 8 records wait to be read")
        .contains("1 of 2 partitions are not included: ");
  }

  @Test
  void describesALostDriverAndAFailure() {
    assertThat(page(Snapshots.query("a", "b").state(QueryState.LOST).build()))
        .contains(
            "The driver has sent no report for 2.0 s, so the state of the query is unknown. Lag is"
                + " still measured.");
    assertThat(
            page(
                Snapshots.query("a", "b")
                    .state(QueryState.FAILED)
                    .error("java.lang.IllegalStateException", "offset out of range")
                    .build()))
        .contains("1 min ago: java.lang.IllegalStateException: offset out of range")
        .contains("2, failed 1");
  }

  @Test
  void partitionsStandWorstFirst() {
    var lag =
        Snapshots.lag(
            partition(0, 900, Duration.ofSeconds(40)),
            partition(1, 100, Duration.ofHours(2)),
            partition(2, 950, Duration.ofSeconds(50)),
            Snapshots.unknown("t", 3));

    assertThat(partitions(page(Snapshots.query("a", "b").lag(lag).build())))
        .containsExactly("t-3", "t-1", "t-2", "t-0");
  }

  @Test
  void manyPartitionsAreCutUntilAskedFor() {
    var lag =
        Snapshots.lag(
            IntStream.range(0, 260)
                .mapToObj(i -> Snapshots.measured("t", i, 0, i))
                .toArray(PartitionLag[]::new));
    var query = Snapshots.query("a", "b").lag(lag).build();

    assertThat(partitions(page(query))).hasSize(100).startsWith("t-259");
    assertThat(page(query)).contains("The worst 100 of 260. ", "href=\"?partitions=all\"");
    var all =
        Pages.query(
            Snapshots.of(query), query, new History().of("none"), "{}", "../../", p -> "all");
    assertThat(partitions(all)).hasSize(260);
  }

  @Test
  void recordsThatWereLostToRetentionAreSaid() {
    var lost =
        new PartitionLag(
            0,
            new TopicPartition("t", 0),
            5L,
            90L,
            17L,
            73L,
            TimeLag.NONE,
            PartitionStatus.MEASURED);

    assertThat(page(Snapshots.query("a", "b").lag(Snapshots.lag(lost)).build()))
        .contains("12 lost");
  }

  @Test
  void theLastBatchesAreThereWithTheirPhases() {
    var builder = Snapshots.query("shop", "tiles");
    var query = builder.build();
    var history = new History();
    history.batch(builder.facts());
    history.sample(new Sample(Snapshots.NOW, builder.facts(), Snapshots.ARRIVAL));
    var page =
        Pages.query(
            Snapshots.of(query),
            query,
            history.of(query.identity().queryId()),
            "{\"a\": \"<\"}",
            "../../",
            p -> null);

    assertThat(page)
        .contains("1 batch. The last one took 17 s, of which addBatch took 14 s.")
        .contains("Lag: 100 at 10:00:00, at most 100 in the last hour.")
        .contains("data-json=\"{&#34;a&#34;: &#34;&lt;&#34;}\"")
        .contains("data-chart=\"batch\" data-mark=\"30.0\"");
  }

  @Test
  void anArrivalRateThatIsNotKnownForAllTopicsIsALowerBound() {
    var lag =
        Snapshots.lag(
            Snapshots.measured("learning.progress", 0, 1, 9), Snapshots.measured("other", 0, 1, 9));

    assertThat(page(Snapshots.query("a", "b").lag(lag).build()))
        .contains("<dt>Arriving /s</dt><dd>≥ 1,000</dd>");
  }

  @Test
  void anIntervalFromTheSettingsIsShownAsTheDriversIs() {
    var query = Snapshots.query("a", "b").build();
    var trigger = new TriggerView(null, Duration.ofSeconds(30), null, null, true, 0.8);
    var configured =
        new QueryView(
            query.identity(),
            query.run(),
            query.lag(),
            query.batch(),
            trigger,
            query.input(),
            query.state(),
            query.alertStates());

    assertThat(page(configured))
        .contains("a batch every 30 s")
        .contains("<dt>Last batch (trigger 30 s)</dt><dd>17 s</dd>")
        .contains("trigger every 30 s")
        .contains("data-chart=\"batch\" data-mark=\"30.0\"");
  }

  @Test
  void ofAQueryThatIsNotKnownItSaysSo() {
    assertThat(Pages.unknownQuery(Snapshots.of(), new QueryKey("shop", "<b>"), "../../"))
        .contains("No query of this name is known")
        .contains("<b>&lt;b&gt;</b>")
        .contains("href=\"../../\"");
  }

  private static PartitionLag partition(int partition, long records, Duration behind) {
    return new PartitionLag(
        0,
        new TopicPartition("t", partition),
        0L,
        records,
        0L,
        records,
        new TimeLag(behind, false),
        PartitionStatus.MEASURED);
  }

  private static List<String> partitions(String page) {
    return Pattern.compile("scope=\"row\">(t-\\d+)<")
        .matcher(page)
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private static String page(QueryView query) {
    return page(Snapshots.of(query), query);
  }

  private static String page(Snapshot snapshot, QueryView query) {
    return Pages.query(snapshot, query, new History().of("none"), "{}", "../../", p -> null);
  }
}

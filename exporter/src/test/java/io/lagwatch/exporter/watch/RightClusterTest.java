package io.lagwatch.exporter.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.Glob;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.config.SourceClusters;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.ReportedBrokers;
import io.lagwatch.exporter.lag.RoutedBy;
import io.lagwatch.exporter.lag.SourceRoute;
import io.lagwatch.exporter.lag.TopicInterest;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.query.TestReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Two clusters have a topic of the same name: 100 records in {@code main}, 1000 in {@code replica}.
 * The query has read 50, so its lag is 50 or 950, depending on the cluster that it reads.
 */
class RightClusterTest {
  private static final Instant T0 = Instant.parse("2026-03-02T00:00:00Z");
  private static final TopicPartition T = new TopicPartition("t", 0);

  private LiveMonitor monitor = monitor(QueryRules.NONE, "main", "replica");

  @Test
  void measuresTheClusterWhoseBrokersTheDriverReports() {
    report("r2:9092");
    poll("main", 100);
    poll("replica", 1000);
    assertThat(lag().records()).isEqualTo(950);
    assertThat(route())
        .isEqualTo(new SourceRoute("replica", RoutedBy.ADDRESS, List.of(), "r2:9092"));
  }

  @Test
  void retentionIsThatOfTheClusterThatIsRead() {
    for (String cluster : List.of("replica", "main")) {
      monitor = monitor(QueryRules.NONE, "main", "replica");
      monitor.retentions("main", Map.of("t", Duration.ofHours(1)));
      monitor.retentions("replica", Map.of("t", Duration.ofHours(10)));
      report(cluster.charAt(0) + "1:9092");
      poll("main", 50);
      poll("replica", 50);
      monitor.evaluate(T0);
      Instant later = T0.plusSeconds(15);
      for (String polled : List.of("main", "replica")) {
        var offsets = Map.of(T, new ClusterPoll.Offsets(60, 0L));
        var poll = new ClusterPoll(polled, offsets, Map.of(), Map.of(), Set.of());
        monitor.polled(poll, later, Duration.ZERO);
      }
      monitor.evaluate(later);
      assertThat(monitor.snapshot(later).queries().get(0).lag().outlook().timeHeadroom().values())
          .singleElement()
          .satisfies(
              left ->
                  assertThat(left.plusSeconds(15).toHours())
                      .isEqualTo(cluster.equals("main") ? 1 : 10));
    }
  }

  @Test
  void guessesNothingForADriverThatReportsNoBrokers() {
    report(null);
    poll("main", 100);
    poll("replica", 1000);
    assertThat(lag().records()).isNull();
    assertThat(lag().basis()).isEqualTo(QueryLag.Basis.NONE);
    assertThat(lag().partitionsUnknown()).isOne();
    assertThat(lag().reason())
        .isEqualTo(
            "topic t exists in main and replica, and the driver does not report which one it"
                + " reads; set queries[].kafka");
    assertThat(route().routedBy()).isEqualTo(RoutedBy.AMBIGUOUS);
    assertThat(route().candidates()).containsExactly("main", "replica");
    assertThat(route().cluster()).isNull();
  }

  @Test
  void measuresTheOnlyClusterThatHasTheTopicOfADriverThatReportsNoBrokers() {
    report(null);
    poll("main", 100);
    monitor.polled(
        new ClusterPoll("replica", Map.of(), Map.of(), Map.of(), Set.of("t")), T0, Duration.ZERO);
    assertThat(lag().records()).isEqualTo(50);
    assertThat(route()).isEqualTo(new SourceRoute("main", RoutedBy.TOPIC, List.of(), null));
  }

  @Test
  void anUnreachableClusterMayHaveTheTopic() {
    report(null);
    poll("main", 100);
    monitor.pollFailed("replica", "connection", "refused", T0, Duration.ZERO);
    assertThat(lag().records()).isNull();
    assertThat(lag().reason()).contains("topic t may be in replica, which cannot be polled");
  }

  @Test
  void measuresNothingForBrokersThatBelongToNoCluster() {
    report("elsewhere:9092");
    poll("main", 100);
    poll("replica", 1000);
    assertThat(lag().records()).isNull();
    assertThat(lag().reason())
        .isEqualTo(
            "it reads the brokers elsewhere:9092, which belong to no configured Kafka cluster; add"
                + " them to kafka[].aliases or set queries[].kafka");
    assertThat(route().routedBy()).isEqualTo(RoutedBy.UNMATCHED);
  }

  @Test
  void theSettingOfTheQueryOutranksTheReportedBrokers() {
    monitor = monitor(rules(new SourceClusters("main", Map.of())), "main", "replica");
    report("r1:9092");
    poll("main", 100);
    poll("replica", 1000);
    assertThat(lag().records()).isEqualTo(50);
    assertThat(route().routedBy()).isEqualTo(RoutedBy.SETTING);

    monitor = monitor(rules(new SourceClusters(null, Map.of(1, "main"))), "main", "replica");
    report("r1:9092");
    poll("replica", 1000);
    assertThat(lag().records()).as("the setting is for another source").isEqualTo(950);
  }

  @Test
  void asksEachClusterOnlyForTheTopicsThatAreReadThere() {
    report("r1:9092");
    poll("main", 100);
    poll("replica", 1000);
    assertThat(monitor.interest("replica").topics()).containsExactly("t");
    assertThat(monitor.interest("main").topics()).isEmpty();
    report(null);
    assertThat(monitor.interest("replica").topics()).as("known from before").containsExactly("t");
  }

  @Test
  void knowsTheBrokersAgainAfterARestart() {
    report("r2:9092");
    poll("replica", 1000);
    SavedState state = monitor.state(T0);
    monitor = monitor(QueryRules.NONE, "main", "replica");
    assertThat(monitor.restore(state)).isEmpty();
    monitor.evaluate(T0.plusSeconds(15));
    assertThat(lag().records()).isEqualTo(950);
  }

  @Test
  void countsABrokerThatWasAddedSinceTheLastPoll() {
    report("m3:9092");
    poll("main", 100);
    poll("replica", 1000);
    assertThat(lag().records()).isNull();
    poll("main", new ClusterPoll.Offsets(100, 0L), "m1:9092", "m3:9092");
    assertThat(lag().records()).isEqualTo(50);
    poll("main", 100);
    assertThat(lag().records()).as("it was removed again").isNull();
  }

  @Test
  void waitsForTheBrokersOfAllClustersBeforeItSaysThatNoneMatches() {
    report("r3:9092");
    poll("main", 100);
    assertThat(lag().reason())
        .isEqualTo(
            "it reads the brokers r3:9092, and Kafka cluster replica has not reported its brokers"
                + " yet");
  }

  @Test
  void aQueryThatReadsTwoClustersHasTheLagOfBoth() {
    monitor.report(report(Map.of(0, brokers("m1:9092"), 1, brokers("r1:9092")), 2), T0);
    poll("main", 100);
    poll("replica", 1000);
    assertThat(lag().records()).isEqualTo(50 + 950);
  }

  @Test
  void usesTheFirstEntryForTheTopicAmongSeveralOfOneCluster() {
    for (String topicsOfTheFirst : List.of("t", "u")) {
      monitor =
          new LiveMonitor(
              List.of(entry("stable", topicsOfTheFirst), entry("whole", ".*")),
              QueryRules.NONE,
              Duration.ofHours(24),
              T0,
              name -> {},
              host -> false);
      report("b1:9092");
      pollOfOneCluster("stable", 70);
      pollOfOneCluster("whole", 80);
      assertThat(lag().records()).isEqualTo(topicsOfTheFirst.equals("t") ? 20 : 30);
      assertThat(monitor.interest("stable").topics().contains("t"))
          .isEqualTo(topicsOfTheFirst.equals("t"));
      assertThat(monitor.interest("whole").topics().contains("t"))
          .isEqualTo(topicsOfTheFirst.equals("u"));
    }
  }

  @Test
  void measuresEachSourceToTheEndOffsetOfItsIsolationLevel() {
    monitor.report(
        report(
            Map.of(
                0, new ReportedBrokers("m1:9092", "read_committed", "driver"),
                1, new ReportedBrokers("m1:9092", "read_uncommitted", "driver")),
            2),
        T0);
    assertThat(monitor.interest("main").otherIsolation())
        .as("the level of the cluster is not known yet")
        .isNull();
    poll("main", 100);
    assertThat(lag().records()).isEqualTo(50);
    assertThat(lag().partitionsUnknown()).as("the last stable offset was not asked for").isOne();
    assertThat(monitor.interest("main").otherIsolation())
        .isEqualTo(new TopicInterest(Set.of("t"), Set.of()));
    assertThat(monitor.interest("replica").otherIsolation()).isNull();

    poll("main", new ClusterPoll.Offsets(100, 0L, 70L));
    assertThat(lag().records()).isEqualTo(50 + 20);
    assertThat(lag().partitionsUnknown()).isZero();
  }

  @Test
  void aPositionIsBeyondTheEndOnlyAtTheIsolationLevelOfItsSource() {
    report("m1:9092");
    poll("main", new ClusterPoll.Offsets(60, 0L, 40L));
    assertThat(lag().records()).as("a transaction is open from 40 on").isEqualTo(10);

    reportBrokers(new ReportedBrokers("m1:9092", "read_committed", "driver"));
    poll("main", new ClusterPoll.Offsets(60, 0L, 40L));
    poll("main", new ClusterPoll.Offsets(60, 0L, 40L));
    assertThat(lag().records()).isNull();
    poll("main", new ClusterPoll.Offsets(60, 0L, 55L));
    assertThat(lag().records()).isEqualTo(5);
  }

  private static LiveMonitor.Cluster entry(String name, String topics) {
    return new LiveMonitor.Cluster(
        name, Pattern.compile(topics), Duration.ofSeconds(15), "b1:9092", Set.of());
  }

  private void pollOfOneCluster(String entry, long end) {
    monitor.polled(
        new ClusterPoll(
            entry,
            Map.of(T, new ClusterPoll.Offsets(end, 0L)),
            Map.of(),
            Map.of(),
            Set.of(),
            Map.of(),
            new ClusterPoll.ClusterIdentity("one", List.of("b1:9092"), List.of(), null)),
        T0,
        Duration.ZERO);
  }

  private LagView lag() {
    return monitor.snapshot(T0.plusSeconds(1)).queries().get(0).lag();
  }

  private SourceRoute route() {
    return monitor.snapshot(T0.plusSeconds(1)).queries().get(0).sources().get(0).route();
  }

  private void report(@Nullable String servers) {
    monitor.report(report(servers == null ? Map.of() : Map.of(0, brokers(servers)), 1), T0);
  }

  private static ReportedBrokers brokers(String servers) {
    return new ReportedBrokers(servers, null, "driver");
  }

  private static Report report(Map<Integer, ReportedBrokers> brokers, int sources) {
    return new TestReport()
        .sources(sources)
        .batch(1, T0.minusSeconds(2), null, Map.of(T, 50L), 50L)
        .brokers(brokers)
        .build();
  }

  private void reportBrokers(ReportedBrokers brokers) {
    monitor.report(report(Map.of(0, brokers), 1), T0);
  }

  private void poll(String cluster, long end) {
    poll(cluster, new ClusterPoll.Offsets(end, 0L));
  }

  private void poll(String cluster, ClusterPoll.Offsets offsets) {
    String letter = cluster.substring(0, 1);
    poll(cluster, offsets, letter + "1:9092", letter + "2:9092");
  }

  private void poll(String cluster, ClusterPoll.Offsets offsets, String... brokers) {
    monitor.polled(
        new ClusterPoll(
            cluster,
            Map.of(T, offsets),
            Map.of(),
            Map.of(),
            Set.of(),
            Map.of(),
            new ClusterPoll.ClusterIdentity(
                cluster, List.of(brokers), List.of(), "read_uncommitted")),
        T0,
        Duration.ZERO);
  }

  private static QueryRules rules(SourceClusters kafka) {
    return new QueryRules(
        List.of(new QueryRules.QueryRule(Glob.ANY, Glob.ANY, QuerySettings.DEFAULTS, kafka)));
  }

  private static LiveMonitor monitor(QueryRules rules, String... clusters) {
    return new LiveMonitor(
        Arrays.stream(clusters)
            .map(
                name ->
                    new LiveMonitor.Cluster(
                        name,
                        Pattern.compile(".*"),
                        Duration.ofSeconds(15),
                        name.charAt(0) + "1:9092",
                        Set.of()))
            .toList(),
        rules,
        Duration.ofHours(24),
        T0,
        cluster -> {},
        host -> false);
  }
}

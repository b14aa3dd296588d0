package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TopicInterest;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.query.TestReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LiveMonitorTest {
  private final List<String> polledSoon = new ArrayList<>();
  private final LiveMonitor watch = watch(".*");

  @Test
  void keepsLagMovingWhenReportsStop() {
    report(0, 100);
    for (int minute = 1; minute <= 60; minute++) {
      poll(minute * 60, 100 + minute * 1000L);
    }
    QueryView query = view(3600);
    assertThat(query.lag().records()).isEqualTo(60_000);
    assertThat(query.lag().time().duration()).isGreaterThan(Duration.ofMinutes(58));
    assertThat(query.run().state().label()).isEqualTo("lost");
  }

  @Test
  void requestsAPollWhenAPositionIsBeyondTheEndOffset() {
    report(0, 100);
    poll(1, 100);
    assertThat(polledSoon).isEmpty();
    report(2, 130);
    assertThat(polledSoon).containsExactly("main");
    assertThat(view(2).lag().records()).isZero();
    watch.pollFailed("main", "timeout", "no answer", T0.plusSeconds(3), Duration.ofSeconds(1));
    assertThat(view(3).lag().records()).isNull();
  }

  @Test
  void interestContainsTheTopicsOfAllQueries() {
    assertThat(watch.interest("main")).isEqualTo(TopicInterest.NONE);
    report(0, 100);
    assertThat(watch.interest("main").topics()).containsExactly("t");
    watch.report(
        new TestReport().status(io.lagwatch.exporter.ingest.Report.Status.STOPPED).build(),
        T0.plusSeconds(1));
    watch.evaluate(T0.plus(Duration.ofHours(25)));
    assertThat(watch.interest("main").topics()).isEmpty();
  }

  @Test
  void lagIsUnknownWithAReasonWithoutAnAnswerOfTheBrokers() {
    report(0, 100);
    watch.pollFailed(
        "main", "timeout", "no answer in 10 s", T0.plusSeconds(10), Duration.ofSeconds(10));
    Snapshot snapshot = watch.snapshot(T0.plusSeconds(10));
    assertThat(snapshot.queries().get(0).lag().basis()).isEqualTo(QueryLag.Basis.NONE);
    ClusterStatus cluster = snapshot.clusters().get(0);
    assertThat(cluster.up()).isFalse();
    assertThat(cluster.errors()).containsEntry("timeout", 1L);
    assertThat(cluster.lastError()).isEqualTo("no answer in 10 s");
  }

  @Test
  void usesSparksOffsetsWithoutAConfiguredCluster() {
    LiveMonitor withoutKafka =
        new LiveMonitor(List.of(), QueryRules.NONE, Duration.ofHours(24), T0, polledSoon::add);
    withoutKafka.report(batch(100).build(), T0);
    assertThat(withoutKafka.snapshot(T0).queries().get(0).lag().basis())
        .isEqualTo(QueryLag.Basis.SPARK);
  }

  @Test
  void addsAClusterOfARecording() {
    LiveMonitor replayed =
        new LiveMonitor(List.of(), QueryRules.NONE, Duration.ofHours(24), T0, polledSoon::add);
    replayed.report(batch(100).build(), T0);
    replayed.polled(pollOf("default", 150), T0.plusSeconds(5), Duration.ZERO);
    assertThat(replayed.snapshot(T0.plusSeconds(5)).queries().get(0).lag().records()).isEqualTo(50);
  }

  @Test
  void errorOfOnePartitionIsCountedAndTheClusterStaysUp() {
    report(0, 100);
    watch.polled(
        new ClusterPoll(
            "main",
            Map.of(),
            Map.of(t(0), "leader_unavailable"),
            Map.of("b", "authorization"),
            Set.of()),
        T0.plusSeconds(1),
        Duration.ZERO);
    ClusterStatus cluster = watch.snapshot(T0.plusSeconds(1)).clusters().get(0);
    assertThat(cluster.up()).isTrue();
    assertThat(cluster.errors())
        .containsEntry("leader_unavailable", 1L)
        .containsEntry("authorization", 1L);
    assertThat(view(1).lag().partitionsUnknown()).isOne();
  }

  @Test
  void countsEndedRuns() {
    report(0, 100);
    assertThat(watch.endings()).isZero();
    watch.report(
        new TestReport().status(io.lagwatch.exporter.ingest.Report.Status.STOPPED).build(),
        T0.plusSeconds(1));
    assertThat(watch.endings()).isOne();
  }

  private LiveMonitor watch(String topics) {
    return new LiveMonitor(
        List.of(new LiveMonitor.Cluster("main", Pattern.compile(topics), Duration.ofSeconds(15))),
        QueryRules.NONE,
        Duration.ofHours(24),
        T0,
        polledSoon::add);
  }

  private void report(int second, long position) {
    Instant at = T0.plusSeconds(second);
    watch.report(
        new TestReport()
            .totals(second + 1, position)
            .sentAt(at)
            .batch(second, at.minusSeconds(2), null, Map.of(t(0), position), position)
            .build(),
        at);
  }

  private static TestReport batch(long position) {
    Map<TopicPartition, Long> end = Map.of(t(0), position);
    return new TestReport().totals(1, position).batch(0, T0.minusSeconds(2), null, end, position);
  }

  private void poll(int second, long end) {
    watch.polled(pollOf("main", end), T0.plusSeconds(second), Duration.ofMillis(3));
  }

  private static ClusterPoll pollOf(String cluster, long end) {
    return new ClusterPoll(
        cluster, Map.of(t(0), new ClusterPoll.Offsets(end, 0L)), Map.of(), Map.of(), Set.of());
  }

  private QueryView view(int second) {
    return watch.snapshot(T0.plusSeconds(second)).queries().get(0);
  }
}

package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Everything that a sender can make large counts before it is stored. */
class BoundedMemoryTest {
  private static final int SIZE = 1_000;

  private final QueryRegistry registry =
      new QueryRegistry(T0, new Capacity(100, 2 * SIZE + 200, 0));

  @Test
  void countsPartitionsThatAreOnlyInTheLatestOffsets() {
    onlyTwoAreMeasured(kafka("t", null, null, offsets("t", SIZE)));
  }

  @Test
  void countsPartitionsThatAreOnlyInTheStartOffsets() {
    onlyTwoAreMeasured(kafka("t", offsets("t", SIZE), null, null));
  }

  @Test
  void countsPartitionsOfThePosition() {
    onlyTwoAreMeasured(kafka("t", null, offsets("t", SIZE), null));
  }

  @Test
  void countsTopicsOfASubscription() {
    var topics = IntStream.range(0, SIZE + 1).mapToObj(i -> "t" + i);
    onlyTwoAreMeasured(kafka(topics.collect(Collectors.joining(", ")), null, null, null));
  }

  @Test
  void countsSources() {
    var source = new Progress.Source(0, "Rate", false, null, null, null, 1L);
    onlyTwoAreMeasured(sources(IntStream.range(0, SIZE + 1).mapToObj(i -> source).toList()));
  }

  @Test
  void countsStateOperators() {
    var operators =
        IntStream.range(0, SIZE + 1)
            .mapToObj(i -> new Progress.StateOperator(i, "o", 1L, 1L, 1L, 1L, 1L))
            .toList();
    onlyTwoAreMeasured(sources(List.of()).withStateOperators(operators));
  }

  @Test
  void countsTheCharactersOfADescription() {
    var description = "KafkaV2[SubscribePattern[" + "x".repeat(SIZE * 1_000) + "]]";
    onlyTwoAreMeasured(
        sources(List.of(new Progress.Source(0, description, true, null, null, null, 1L))));
  }

  @Test
  void countsLongLabels() {
    var all = new ArrayList<Report.QueryReport>();
    for (int i = 0; i < 50; i++) {
      all.add(new TestReport().id("id-" + i).name("n".repeat(3_000) + i).build().queries().get(0));
    }
    Report first = new TestReport().build();
    var report = new Report(first.sentAt(), first.agent(), first.app(), all);
    var admitted = registry.admit(report, T0, java.util.Set::of);
    assertThat(admitted.queries()).hasSize(2 * (SIZE + 100) / (12 * 6));
    assertThat(admitted.refused()).hasSize(50 - admitted.queries().size());
    assertThat(admitted.refusal()).as("the others are accepted").isNull();
  }

  @Test
  void sumsUpTopicsThatAreNoLongerRead() {
    var source = new SourceState(0, T0);
    for (int day = 0; day < 100; day++) {
      var topic = "log-%03d".formatted(day);
      var start = Map.of(new TopicPartition(topic, 0), 0L);
      var end = Map.of(new TopicPartition(topic, 0), 10L);
      source.progressed(
          new Progress.Source(0, "KafkaV2[SubscribePattern[log.*]]", true, start, end, null, 10L),
          new SourceState.BatchTimes(T0, T0),
          T0,
          true);
    }
    var consumed = source.facts(null).consumedByTopic();
    assertThat(consumed).hasSize(SourceState.MAX_PAST_TOPICS + 2);
    assertThat(consumed).containsEntry("log-099", 10L).containsEntry("log-079", 10L);
    assertThat(consumed).doesNotContainKey("log-078");
    assertThat(consumed).containsEntry(SourceState.OTHER_TOPICS, 790L);
  }

  @Test
  void countsARunOfTheSameQueryThatIsLargerThanTheFirst() {
    Report small = query(0, sources(List.of()));
    Report large = query(0, kafka("t", null, offsets("t", 3 * SIZE), null));
    var both =
        new Report(
            small.sentAt(),
            small.agent(),
            small.app(),
            List.of(small.queries().get(0), large.queries().get(0)));
    assertThat(registry.admit(both, T0, java.util.Set::of).queries())
        .extracting(query -> query.notMeasured() == null)
        .containsExactly(true, false);
  }

  @Test
  void countsRunsWithMoreBoundsAndLongerIdsThanListenersHave() {
    var small = new QueryRegistry(T0, new Capacity(100, 10, 0));
    for (int run = 0; run < 100; run++) {
      Report usual = new TestReport().run("run-" + run, T0.minusSeconds(1_000 - run)).build();
      assertThat(Registries.accept(small, usual, T0)).isNull();
    }
    Decoded.Refused refused = null;
    for (int run = 0; run < 30 && refused == null; run++) {
      String id = "x".repeat(190) + run;
      refused = Registries.accept(small, withBounds(id, T0.minusSeconds(500 - run), 100), T0);
    }
    assertThat(refused).extracting(Decoded.Refused::message).asString().contains("increase -Xmx");
  }

  private static Report withBounds(String runId, Instant startedAt, int bounds) {
    var buckets = new TreeMap<Double, Long>();
    IntStream.range(0, bounds).forEach(i -> buckets.put(1.0 + i, 1L));
    Report report = new TestReport().run(runId, startedAt).build();
    Report.QueryReport bare = report.queries().get(0);
    var totals = new Totals(1, 0, 1, 0, 0, new Totals.Durations(1, 1, buckets));
    var query =
        new Report.QueryReport(
            bare.id(),
            bare.runId(),
            bare.name(),
            bare.status(),
            bare.startedAt(),
            bare.endedAt(),
            bare.error(),
            bare.trigger(),
            bare.checkpoint(),
            bare.lastEventAt(),
            bare.lastInputAt(),
            bare.idle(),
            bare.batchInFlightSince(),
            totals,
            bare.progress());
    return new Report(report.sentAt(), report.agent(), report.app(), List.of(query));
  }

  private void onlyTwoAreMeasured(Progress progress) {
    for (int i = 0; i < 4; i++) {
      assertThat(Registries.accept(registry, query(i, progress), T0)).isNull();
    }
    assertThat(registry.ids()).hasSize(4);
    assertThat(Registries.facts(registry, T0))
        .extracting(facts -> facts.lag().reason())
        .filteredOn(reason -> reason != null && reason.contains("increase -Xmx"))
        .hasSize(2);
  }

  private static Report query(int number, Progress progress) {
    Report report = new TestReport().id("id-" + number).name("n" + number).build();
    Report.QueryReport bare = report.queries().get(0);
    var query =
        new Report.QueryReport(
            bare.id(),
            bare.runId(),
            bare.name(),
            bare.status(),
            bare.startedAt(),
            bare.endedAt(),
            bare.error(),
            bare.trigger(),
            bare.checkpoint(),
            bare.lastEventAt(),
            bare.lastInputAt(),
            bare.idle(),
            bare.batchInFlightSince(),
            bare.totals(),
            progress);
    return new Report(report.sentAt(), report.agent(), report.app(), List.of(query));
  }

  private static Progress kafka(
      String topics,
      Map<TopicPartition, Long> start,
      Map<TopicPartition, Long> end,
      Map<TopicPartition, Long> latest) {
    var description = "KafkaV2[Subscribe[" + topics + "]]";
    return sources(List.of(new Progress.Source(0, description, true, start, end, latest, 1L)));
  }

  private static Progress sources(List<Progress.Source> sources) {
    return new Progress(
        T0,
        1,
        1L,
        null,
        null,
        new TreeMap<>(Map.of("addBatch", 1L)),
        null,
        null,
        List.of(),
        sources);
  }

  private static Map<TopicPartition, Long> offsets(String topic, int partitions) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    for (int i = 0; i < partitions; i++) {
      offsets.put(new TopicPartition(topic, i), 1L);
    }
    return offsets;
  }
}

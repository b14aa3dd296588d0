package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CapacityTest {
  private static final int QUERIES = 3;
  private static final long PARTITIONS = 10;

  private QueryRegistry registry = in(new Capacity(QUERIES, PARTITIONS, 0));
  private long second;

  @Test
  void rejectsReportWithTooManyQueries() {
    for (int i = 0; i < QUERIES; i++) {
      assertThat(accept(query(i))).isNull();
    }
    Decoded.Refused refused = accept(query(7));
    assertThat(refused.code()).isEqualTo("too_many_queries");
    assertThat(refused.message())
        .isEqualTo(
            "too many queries: at most 3 can be visible, the report needs 4;"
                + " use a second exporter");
    assertThat(names()).containsExactly("n0", "n1", "n2");
    assertThat(accept(query(0).status(Report.Status.STOPPED))).isNull();
    assertThat(accept(query(7))).as("an ended one makes room").isNull();
    assertThat(names()).containsExactly("n1", "n2", "n7");
  }

  @Test
  void doesNotMeasureAQueryWithTooManyPartitions() {
    assertThat(accept(reading(query(0), 6))).isNull();
    assertThat(accept(reading(query(1), 5))).isNull();
    assertThat(reasons())
        .containsExactly(
            null,
            "not measured: too many partitions: this heap allows 10 in total, the report needs 11;"
                + " increase -Xmx");
    accept(reading(query(1), 4));
    assertThat(measured()).containsExactly("n0", "n1");
  }

  @Test
  void acceptsReportsThatDoNotGrowAtTheLimit() {
    accept(reading(query(0), 6));
    accept(reading(query(1), 4));
    accept(reading(query(0), 6));
    assertThat(measured()).containsExactly("n0", "n1");
    accept(query(0));
    assertThat(measured()).as("without a progress").containsExactly("n0", "n1");
    accept(reading(query(0), 7));
    assertThat(measured()).containsExactly("n1");
    accept(reading(query(0), 5));
    accept(reading(query(1), 5));
    assertThat(measured()).containsExactly("n0", "n1");
  }

  @Test
  void evictsNothingForAQueryThatIsTooLargeAnyway() {
    accept(reading(query(0), 3));
    accept(query(0).status(Report.Status.STOPPED));
    accept(reading(query(1), 7));
    accept(reading(query(2), 4));
    assertThat(names()).containsExactly("n0", "n1", "n2");
    assertThat(measured()).containsExactly("n0", "n1");
    accept(reading(query(2), 3));
    assertThat(names()).as("an ended one makes room").containsExactly("n1", "n2");
    assertThat(measured()).containsExactly("n1", "n2");
  }

  @Test
  void countsAQueryInAdditionToItsPartitions() {
    registry = in(new Capacity(QUERIES, PARTITIONS, 4));
    assertThat(accept(query(0))).isNull();
    assertThat(accept(reading(query(1), 2))).isNull();
    assertThat(accept(reading(query(0), 0))).as("grows by nothing").isNull();
    Decoded.Refused refused = accept(query(2));
    assertThat(refused.code()).isEqualTo("too_many_partitions");
    assertThat(refused.message())
        .isEqualTo(
            "too many partitions: this heap allows 10 in total (each query counts as 4 more), the"
                + " report needs 14; increase -Xmx");
    assertThat(accept(query(0).status(Report.Status.STOPPED))).isNull();
    assertThat(accept(query(2))).as("an ended one makes room, without any partition too").isNull();
    assertThat(names()).containsExactly("n1", "n2");
  }

  @Test
  void aQueryThatIsReportedTwiceCountsOnce() {
    registry = in(new Capacity(1, PARTITIONS, 0));
    Report once = reading(query(0), 6).build();
    var twice =
        new Report(
            once.sentAt(),
            once.agent(),
            once.app(),
            List.of(once.queries().get(0), once.queries().get(0)));
    assertThat(Registries.accept(registry, twice, T0)).isNull();
    assertThat(names()).containsExactly("n0");
  }

  @Test
  void neverEvictsAQueryOfTheReportItself() {
    registry = in(new Capacity(1, PARTITIONS, 0));
    accept(query(0));
    Report stopped = query(0).status(Report.Status.STOPPED).build();
    accept(query(0).status(Report.Status.STOPPED));
    var both =
        new Report(
            T0.plusSeconds(10),
            stopped.agent(),
            stopped.app(),
            List.of(stopped.queries().get(0), query(1).build().queries().get(0)));
    assertThat(Registries.accept(registry, both, T0.plusSeconds(10)))
        .as("the other query of the report")
        .isNull();
    assertThat(names()).containsExactly("n0");
  }

  @Test
  void heapDecidesTheNumberOfPartitions() {
    long base = 16L << 20;
    assertThat(Capacity.forHeap(QUERIES, base)).isEqualTo(new Capacity(QUERIES, 1_000, 6));
    assertThat(Capacity.forHeap(QUERIES, base + 1_000 * 10_240L + 10_239).maxPartitions())
        .isEqualTo(1_000);
    assertThat(Capacity.forHeap(QUERIES, base + 1_001 * 10_240L).maxPartitions()).isEqualTo(1_001);
    assertThat(Capacity.forHeap(QUERIES, 64L << 20).maxPartitions()).isEqualTo(4_915);
  }

  private Decoded.Refused accept(TestReport report) {
    Instant now = T0.plusSeconds(++second);
    return Registries.accept(registry, report.sentAt(now).build(), now);
  }

  private static QueryRegistry in(Capacity room) {
    return new QueryRegistry(T0, room);
  }

  private static TestReport query(int number) {
    return new TestReport().id("id-" + number).name("n" + number);
  }

  private TestReport reading(TestReport query, int partitions) {
    Map<TopicPartition, Long> positions = new HashMap<>();
    for (int i = 0; i < partitions; i++) {
      positions.put(t(i), second);
    }
    return query.batch(second, T0.plusSeconds(second), null, positions, 1L);
  }

  private List<String> reasons() {
    return Registries.facts(registry, T0.plusSeconds(second)).stream()
        .map(facts -> facts.lag().reason())
        .toList();
  }

  private List<String> measured() {
    return Registries.facts(registry, T0.plusSeconds(second)).stream()
        .filter(facts -> !facts.sources().isEmpty())
        .map(facts -> facts.identity().name())
        .toList();
  }

  private List<String> names() {
    return Registries.facts(registry, T0.plusSeconds(second)).stream()
        .map(facts -> facts.identity().name())
        .toList();
  }
}

package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
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
  void refusesWholeWhatHasQueriesTooMany() {
    for (int i = 0; i < QUERIES; i++) {
      assertThat(accept(query(i))).isNull();
    }
    assertThat(accept(query(7)).code()).isEqualTo("too_many_queries");
    assertThat(names()).containsExactly("n0", "n1", "n2");
    assertThat(accept(query(0).status(Report.Status.STOPPED))).isNull();
    assertThat(accept(query(7))).as("an ended one makes room").isNull();
    assertThat(names()).containsExactly("n1", "n2", "n7");
  }

  @Test
  void refusesWholeWhatHasPartitionsTooMany() {
    assertThat(accept(reading(query(0), 6))).isNull();
    Decoded.Refused refused = accept(reading(query(1), 5));
    assertThat(refused.code()).isEqualTo("too_many_partitions");
    assertThat(refused.message())
        .isEqualTo(
            "expected at most 10 partitions in all queries together with this heap, found 11;"
                + " give the exporter more with -Xmx");
    assertThat(names()).containsExactly("n0");
    assertThat(accept(reading(query(1), 4))).isNull();
  }

  @Test
  void goesOnTakingWhatDoesNotGrow() {
    accept(reading(query(0), 6));
    accept(reading(query(1), 4));
    assertThat(accept(reading(query(0), 6))).isNull();
    assertThat(accept(reading(query(0), 7)).code()).isEqualTo("too_many_partitions");
    assertThat(accept(query(0))).as("without a progress").isNull();
    assertThat(accept(reading(query(0), 5))).isNull();
    assertThat(accept(reading(query(1), 5))).isNull();
  }

  @Test
  void endsNoQueryForAReportThatIsRefusedAllTheSame() {
    accept(reading(query(0), 3));
    accept(query(0).status(Report.Status.STOPPED));
    accept(reading(query(1), 7));
    assertThat(accept(reading(query(2), 4)).code()).isEqualTo("too_many_partitions");
    assertThat(names()).containsExactly("n0", "n1");
    assertThat(accept(reading(query(2), 3))).as("an ended one makes room").isNull();
    assertThat(names()).containsExactly("n1", "n2");
  }

  @Test
  void countsAQueryByItselfBesideItsPartitions() {
    registry = in(new Capacity(QUERIES, PARTITIONS, 4));
    assertThat(accept(query(0))).isNull();
    assertThat(accept(reading(query(1), 2))).isNull();
    assertThat(accept(reading(query(0), 0))).as("grows by nothing").isNull();
    Decoded.Refused refused = accept(query(2));
    assertThat(refused.code()).isEqualTo("too_many_partitions");
    assertThat(refused.message())
        .contains("at most 10 partitions", "each query counts as 4 more, found 14");
    assertThat(accept(query(0).status(Report.Status.STOPPED))).isNull();
    assertThat(accept(query(2))).as("an ended one makes room, without any partition too").isNull();
    assertThat(names()).containsExactly("n1", "n2");
  }

  @Test
  void takesNoMoreQueriesThanCanBeScrapedInTheHeap() {
    Capacity small = Capacity.inHeap(QueryRegistry.MAX_QUERIES, 64 << 20);
    assertThat(small.partitions() / (small.perQuery() + 1)).isBetween(500L, 750L);
  }

  @Test
  void growsWithTheHeap() {
    assertThat(Capacity.inHeap(QUERIES, 8 << 20).partitions()).isEqualTo(1_000);
    assertThat(Capacity.inHeap(QUERIES, 64 << 20).partitions()).isBetween(4_500L, 5_000L);
    assertThat(Capacity.inHeap(QUERIES, 1L << 30).partitions()).isGreaterThan(100_000);
  }

  private Decoded.Refused accept(TestReport report) {
    Instant now = T0.plusSeconds(++second);
    return Registries.accept(registry, report.sentAt(now).build(), now);
  }

  private static QueryRegistry in(Capacity room) {
    return new QueryRegistry(Duration.ofHours(24), T0, room);
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

  private List<String> names() {
    return Registries.facts(registry, T0.plusSeconds(second)).stream()
        .map(facts -> facts.identity().name())
        .toList();
  }
}

package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.ingest.Report.Status.RUNNING;
import static io.lagwatch.exporter.ingest.Report.Status.STOPPED;
import static io.lagwatch.exporter.query.TestReport.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Lost and failed queries, whose alerts fire, were once removed before planned stops. */
class EvictionOrderTest {
  private static final int QUERIES = 5;
  private static final Instant LATER = T0.plusSeconds(600);

  private final QueryRegistry registry = new QueryRegistry(T0, new Capacity(QUERIES, 1_000, 0));
  private int next = 100;

  @Test
  void evictsFinishedBeforeStoppedBeforeFailedAndLostQueries() {
    report("lost", 1, query("lost"));
    report("failed", 2, query("failed").failed("E", "m"));
    report("stopped", 4, query("stopped").status(STOPPED));
    report("stopped earlier", 3, query("stopped earlier").status(STOPPED));
    report("finished", 5, availableNow("finished").status(STOPPED));
    assertThat(evictedOneByOne(Set.of()))
        .containsExactly("finished", "stopped earlier", "stopped", "lost", "failed");
  }

  @Test
  void queryWithAFiringAlertIsEvictedLast() {
    report("finished", 1, availableNow("finished").status(STOPPED));
    report("stopped", 2, query("stopped").status(STOPPED));
    report("failed", 3, query("failed").failed("E", "m"));
    report("lost", 4, query("lost"));
    report("a lost one", 5, query("a lost one"));
    assertThat(evictedOneByOne(Set.of("finished", "lost")))
        .containsExactly("stopped", "failed", "a lost one", "finished", "lost");
  }

  @Test
  void queryThatRunsIsNeverEvicted() {
    for (int i = 0; i < QUERIES; i++) {
      report("q" + i, 599, query("q" + i));
    }
    Decoded.Refused refused = add("new", Set.of());
    assertThat(refused.code()).isEqualTo("too_many_queries");
    assertThat(registry.ids()).hasSize(QUERIES).doesNotContain("new");
  }

  @Test
  void nothingIsEvictedForAQueryThatIsNotStored() {
    report("stopped", 1, query("stopped").status(STOPPED));
    for (int i = 1; i < QUERIES; i++) {
      report("q" + i, 599, query("q" + i));
    }
    Report report = query("new").sentAt(LATER).build();
    QueryRegistry.Admitted admitted = registry.admit(report, LATER, Set::of);
    assertThat(admitted.queries()).hasSize(1);
    assertThat(admitted.mustEvict()).isTrue();
    assertThat(registry.ids()).contains("stopped");

    registry.evictExcess(report, LATER, Set.of());
    assertThat(registry.ids()).as("storing it failed").contains("stopped");

    registry.store(report, report.queries().get(0), LATER);
    registry.evictExcess(report, LATER, Set.of());
    assertThat(registry.ids()).hasSize(QUERIES).contains("new").doesNotContain("stopped");
  }

  @Test
  void evictionKeepsLabelsThatAnotherQueryHas() {
    report("old", 1, query("old").name("same").status(STOPPED));
    for (int i = 1; i < QUERIES; i++) {
      report("q" + i, 599, query("q" + i));
    }
    assertThat(add("same", Set.of())).isNull();
    assertThat(registry.ids()).hasSize(QUERIES).doesNotContain("old");
    QueryKey key = registry.key("same");
    assertThat(registry.forget(key, LATER)).isEqualTo(ForgetResult.STILL_RUNNING);
  }

  /** Adds new queries until every old one is gone. */
  private List<String> evictedOneByOne(Set<String> firing) {
    var old = new HashSet<>(registry.ids());
    assertThat(old).hasSize(QUERIES);
    var evicted = new ArrayList<String>();
    for (int i = 0; i < QUERIES; i++) {
      assertThat(add("new" + next++, firing)).isNull();
      var gone = new HashSet<>(old);
      gone.removeAll(registry.ids());
      assertThat(gone).hasSize(1);
      evicted.addAll(gone);
      old.removeAll(gone);
    }
    return evicted;
  }

  private Decoded.@Nullable Refused add(String id, Set<String> firing) {
    Report report = query(id).sentAt(LATER).build();
    QueryRegistry.Admitted admitted = registry.admit(report, LATER, () -> firing);
    admitted.queries().forEach(query -> registry.store(report, query, LATER));
    if (admitted.mustEvict()) {
      registry.evictExcess(report, LATER, firing);
    }
    return admitted.refusal();
  }

  private void report(String id, long second, TestReport report) {
    Instant at = T0.plusSeconds(second);
    assertThat(Registries.accept(registry, report.sentAt(at).build(), at)).isNull();
    assertThat(registry.ids()).contains(id);
  }

  private static TestReport query(String id) {
    return new TestReport().id(id).name(id).status(RUNNING);
  }

  private static TestReport availableNow(String id) {
    return query(id).trigger(Report.Trigger.Type.AVAILABLE_NOW, null);
  }
}

package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class QueryRunsTest {
  private final QueryRuns runs = new QueryRuns();
  private final UUID id = UUID.randomUUID();

  @Test
  void removesAnEndedRunAfterDeliveryToEveryEndpoint() {
    QueryRun run = start(0);
    run.end(RunStatus.ended(10, null));
    run.markEndDelivered(0, run.status());
    runs.removeEnded(20, 2);
    assertThat(runs.toReport(0)).isEmpty();
    assertThat(runs.toReport(1)).containsExactly(run);
    run.markEndDelivered(1, run.status());
    runs.removeEnded(30, 2);
    assertThat(runs.get(run.runId)).isNull();
  }

  @Test
  void reportsALaterEndAgain() {
    QueryRun run = start(0);
    run.end(RunStatus.inferredEnd(10, null));
    RunStatus first = run.status();
    run.markEndDelivered(0, first);
    assertThat(runs.toReport(0)).isEmpty();
    run.end(RunStatus.ended(20, "a.B: broken"));
    run.markEndDelivered(0, first);
    assertThat(runs.toReport(0)).containsExactly(run);
    assertThat(run.status().name).isEqualTo("FAILED");
  }

  @Test
  void keepsARunWithAnInferredEndForTenMinutes() {
    QueryRun run = start(0);
    run.end(RunStatus.inferredEnd(10, null));
    run.markEndDelivered(0, run.status());
    runs.removeEnded(10 + QueryRuns.INFERRED_RETENTION_MILLIS, 1);
    assertThat(runs.get(run.runId)).isSameAs(run);
    runs.removeEnded(QueryRuns.INFERRED_RETENTION_MILLIS + 11, 1);
    assertThat(runs.get(run.runId)).isNull();
  }

  @Test
  void keepsAnUndeliveredEndForAnHour() {
    QueryRun run = start(0);
    run.end(RunStatus.ended(10, null));
    runs.removeEnded(10 + QueryRuns.UNDELIVERED_RETENTION_MILLIS, 1);
    assertThat(runs.get(run.runId)).isSameAs(run);
    runs.removeEnded(QueryRuns.UNDELIVERED_RETENTION_MILLIS + 11, 1);
    assertThat(runs.get(run.runId)).isNull();
  }

  @Test
  void keepsTheNewestOfTooManyUndeliveredEnds() {
    QueryRun first = start(0);
    first.end(RunStatus.ended(1, null));
    for (int i = 0; i < QueryRuns.MAX_ENDED_RUNS; i++) {
      start(i).end(RunStatus.ended(100 + i, null));
    }
    runs.removeEnded(1_000, 1);
    assertThat(runs.toReport(0)).hasSize(QueryRuns.MAX_ENDED_RUNS).doesNotContain(first);
  }

  @Test
  void limitsTheNumberOfRuns() {
    for (int i = 0; i < QueryRuns.MAX_RUNS; i++) {
      assertThat(start(i)).isNotNull();
    }
    assertThat(runs.getOrCreate(id, UUID.randomUUID(), "one more", 0)).isNull();
    assertThat(runs.toReport(0)).hasSize(QueryRuns.MAX_RUNS);
  }

  @Test
  void warnsAgainWhenThereAreTooManyRunsAgain() {
    long later = RepeatedFault.MIN_INTERVAL_MILLIS;
    for (int i = 0; i < QueryRuns.MAX_RUNS; i++) {
      start(0);
    }
    try (LogLines log = new LogLines()) {
      start(0);
      start(later);
      assertThat(log.messages).as("a lasting fault").hasSize(1);
      QueryRun ended = runs.toReport(0).get(0);
      ended.end(RunStatus.ended(later, null));
      ended.markEndDelivered(0, ended.status());
      runs.removeEnded(later, 1);
      assertThat(start(later)).as("there is space again").isNotNull();
      assertThat(start(later)).isNull();
      assertThat(log.messages)
          .hasSize(2)
          .allSatisfy(line -> assertThat(line).startsWith("WARN").contains("1000 queries"));
    }
  }

  @Test
  void countsABatchOnceWhenTheListenerIsRegisteredTwice() {
    QueryRun run = start(0);
    for (long batch = 0; batch < 3; batch++) {
      run.addProgress(Events.batch(run.runId, batch, 10, 500), 10 * batch);
      run.addProgress(Events.batch(run.runId, batch, 10, 500), 10 * batch + 1);
    }
    assertThat(run.activity().totals.batches).isEqualTo(3);
    assertThat(run.activity().totals.inputRows).isEqualTo(30);
  }

  @Test
  void takesTheNameFromTheFirstEventThatHasOne() {
    UUID runId = UUID.randomUUID();
    runs.getOrCreate(id, runId, null, 0);
    assertThat(runs.getOrCreate(id, runId, "named", 1).name).isEqualTo("named");
    assertThat(runs.getOrCreate(id, runId, null, 2).name).isEqualTo("named");
  }

  @Test
  void endsActiveRunsWithTheApplication() {
    QueryRun running = start(0);
    QueryRun failed = start(0);
    failed.end(RunStatus.ended(5, "a.B"));
    runs.endAll(9);
    assertThat(running.status().name).isEqualTo("STOPPED");
    assertThat(running.status().endedAt).isEqualTo(9);
    assertThat(failed.status().name).isEqualTo("FAILED");
  }

  private QueryRun start(long now) {
    return runs.getOrCreate(id, UUID.randomUUID(), "q", now);
  }
}

package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class RunsTest {
  private final Runs runs = new Runs();
  private final UUID id = UUID.randomUUID();

  @Test
  void forgetsAnEndedRunOnceEveryEndpointHasHeardOfIt() {
    Run run = begin(0);
    run.ended(Life.ended(10, null));
    run.endHeard(0, run.life());
    runs.prune(20, 2);
    assertThat(runs.toReport(0)).isEmpty();
    assertThat(runs.toReport(1)).containsExactly(run);
    run.endHeard(1, run.life());
    runs.prune(30, 2);
    assertThat(runs.get(run.runId)).isNull();
  }

  @Test
  void tellsABetterWordOnTheEndAgain() {
    Run run = begin(0);
    run.ended(Life.vanished(10, null));
    Life first = run.life();
    run.endHeard(0, first);
    assertThat(runs.toReport(0)).isEmpty();
    run.ended(Life.ended(20, "a.B: broken"));
    run.endHeard(0, first);
    assertThat(runs.toReport(0)).containsExactly(run);
    assertThat(run.life().status).isEqualTo("FAILED");
  }

  @Test
  void keepsTheCountsOfAVanishedRunForItsLateEvents() {
    Run run = begin(0);
    run.ended(Life.vanished(10, null));
    run.endHeard(0, run.life());
    runs.prune(Runs.KEEP_VANISHED_MILLIS, 1);
    assertThat(runs.get(run.runId)).isSameAs(run);
    runs.prune(Runs.KEEP_VANISHED_MILLIS + 100, 1);
    assertThat(runs.get(run.runId)).isNull();
  }

  @Test
  void keepsAnUnheardEndForAnHour() {
    Run run = begin(0);
    run.ended(Life.ended(10, null));
    runs.prune(Runs.KEEP_UNHEARD_MILLIS, 1);
    assertThat(runs.get(run.runId)).isSameAs(run);
    runs.prune(Runs.KEEP_UNHEARD_MILLIS + 100, 1);
    assertThat(runs.get(run.runId)).isNull();
  }

  @Test
  void keepsTheNewestOfTooManyUnheardEnds() {
    Run first = begin(0);
    first.ended(Life.ended(1, null));
    for (int i = 0; i < Runs.MAX_ENDED; i++) {
      begin(i).ended(Life.ended(100 + i, null));
    }
    runs.prune(1_000, 1);
    assertThat(runs.toReport(0)).hasSize(Runs.MAX_ENDED).doesNotContain(first);
  }

  @Test
  void takesNoMoreRunsThanItCanKeep() {
    for (int i = 0; i < Runs.MAX_RUNS; i++) {
      assertThat(begin(i)).isNotNull();
    }
    assertThat(runs.begin(id, UUID.randomUUID(), "one more", 0)).isNull();
    assertThat(runs.toReport(0)).hasSize(Runs.MAX_RUNS);
  }

  @Test
  void countsABatchOnceHoweverOftenTheListenerIsAttached() {
    Run run = begin(0);
    for (long batch = 0; batch < 3; batch++) {
      run.progressed(Events.batch(run.runId, batch, 10, 500), 10 * batch);
      run.progressed(Events.batch(run.runId, batch, 10, 500), 10 * batch + 1);
    }
    assertThat(run.activity().totals.batches).isEqualTo(3);
    assertThat(run.activity().totals.inputRows).isEqualTo(30);
  }

  @Test
  void learnsTheNameWithTheFirstEventThatHasOne() {
    UUID runId = UUID.randomUUID();
    runs.begin(id, runId, null, 0);
    assertThat(runs.begin(id, runId, "named", 1).name).isEqualTo("named");
    assertThat(runs.begin(id, runId, null, 2).name).isEqualTo("named");
  }

  @Test
  void endsWhatStillRunsWithTheApplication() {
    Run running = begin(0);
    Run failed = begin(0);
    failed.ended(Life.ended(5, "a.B"));
    runs.endAll(9);
    assertThat(running.life().status).isEqualTo("STOPPED");
    assertThat(running.life().endedAt).isEqualTo(9);
    assertThat(failed.life().status).isEqualTo("FAILED");
  }

  private Run begin(long now) {
    return runs.begin(id, UUID.randomUUID(), "q", now);
  }
}

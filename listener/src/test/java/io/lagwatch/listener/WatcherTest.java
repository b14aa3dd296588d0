package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.junit.jupiter.api.Test;

class WatcherTest {
  private final Runs runs = new Runs();
  private List<ActiveQuery> active = new ArrayList<>();
  private final Watcher watcher = new Watcher(() -> active, runs);
  private final FakeQuery query = new FakeQuery();

  WatcherTest() {
    active.add(query);
  }

  @Test
  void learnsWhatNoEventSays() {
    assertThat(watcher.look(1_000)).isTrue();
    Run run = runs.get(query.runId);
    assertThat(run.name).isEqualTo("fake");
    assertThat(run.trigger.intervalMillis).isEqualTo(5_000);
    assertThat(run.checkpoint).isEqualTo("file:/checkpoint");
    assertThat(watcher.look(2_000)).as("nothing new").isFalse();
  }

  @Test
  void seesABatchThatGoesOnFromItsFirstLook() {
    query.active = true;
    watcher.look(1_000);
    watcher.look(2_000);
    assertThat(runs.get(query.runId).batchInFlightSince).isEqualTo(1_000);
    query.active = false;
    watcher.look(3_000);
    assertThat(runs.get(query.runId).batchInFlightSince).isNull();
  }

  @Test
  void takesTheNextBatchForAnother() {
    query.active = true;
    watcher.look(1_000);
    runs.get(query.runId).progressed(Events.batch(query.runId, 1, 5, 900), 1_900);
    assertThat(runs.get(query.runId).batchInFlightSince).as("ended by its event").isNull();
    watcher.look(2_000);
    assertThat(runs.get(query.runId).batchInFlightSince).isEqualTo(2_000);
  }

  @Test
  void seesNoBatchInContinuousProcessing() {
    query.trigger = new Trigger("Continuous", 1_000L);
    query.active = true;
    watcher.look(1_000);
    assertThat(runs.get(query.runId).batchInFlightSince).isNull();
  }

  @Test
  void takesThePositionOfAQueryThatIsIdleSinceItsStart() {
    watcher.look(1_000);
    query.last = Events.progress(IDLE);
    assertThat(watcher.look(2_000)).isTrue();
    Activity activity = runs.get(query.runId).activity();
    assertThat(activity.idle).isTrue();
    assertThat(activity.totals.batches).isZero();
    assertThat(activity.progress.json()).contains("\"end-of-idle\"");
    assertThat(watcher.look(3_000)).as("the same progress again").isFalse();
  }

  @Test
  void leavesBatchesToTheirEvents() {
    query.last = Events.batch(query.runId, 1, 5, 900);
    watcher.look(1_000);
    assertThat(runs.get(query.runId).activity().progress).isNull();
    assertThat(runs.get(query.runId).activity().totals.batches).isZero();
  }

  @Test
  void reportsAQueryThatIsGoneWithoutAWord() {
    query.failure = "java.lang.OutOfMemoryError: heap";
    watcher.look(1_000);
    active.clear();
    watcher.look(2_000);
    assertThat(watcher.look(2_000 + Watcher.GONE_AFTER_MILLIS - 1)).isFalse();
    assertThat(runs.get(query.runId).life().running()).as("its event may be late").isTrue();
    assertThat(watcher.look(2_000 + Watcher.GONE_AFTER_MILLIS)).isTrue();
    Life life = runs.get(query.runId).life();
    assertThat(life.status).isEqualTo("FAILED");
    assertThat(life.failure.type).isEqualTo("java.lang.OutOfMemoryError");
  }

  @Test
  void concludesNothingWhileItCannotLook() {
    watcher.look(1_000);
    active = null;
    watcher.look(2_000);
    watcher.look(100_000);
    assertThat(runs.get(query.runId).life().running()).isTrue();
  }

  @Test
  void leavesAQueryWhoseEventSaidItAll() {
    watcher.look(1_000);
    Life told = Life.ended(1_500, null);
    runs.get(query.runId).ended(told);
    active.clear();
    watcher.look(2_000);
    watcher.look(100_000);
    assertThat(runs.get(query.runId).life()).isSameAs(told);
  }

  @Test
  void goesOnWithTheOthersWhenOneCannotBeAsked() {
    FakeQuery odd = new FakeQuery();
    odd.broken = true;
    active.add(0, odd);
    watcher.look(1_000);
    assertThat(runs.get(query.runId).trigger).isNotNull();
    assertThat(runs.get(odd.runId).trigger).isNull();
  }

  private static final com.fasterxml.jackson.databind.JsonNode IDLE =
      Events.json(
          """
          {"id":"00000000-0000-0000-0000-000000000001",
           "runId":"00000000-0000-0000-0000-000000000002",
           "timestamp":"2026-03-01T00:00:00.000Z","batchId":7,
           "durationMs":{"latestOffset":1,"triggerExecution":2},
           "sources":[{"description":"end-of-idle","startOffset":1,"endOffset":1,
                       "latestOffset":1,"numInputRows":0}]}
          """);

  private static final class FakeQuery implements ActiveQuery {
    final UUID runId = UUID.randomUUID();
    Trigger trigger = new Trigger("ProcessingTime", 5_000L);
    boolean active;
    boolean broken;
    StreamingQueryProgress last;
    String failure;

    @Override
    public UUID id() {
      return new UUID(0, 1);
    }

    @Override
    public UUID runId() {
      return runId;
    }

    @Override
    public String name() {
      return "fake";
    }

    @Override
    public Trigger trigger() throws ReflectiveOperationException {
      if (broken) {
        throw new NoSuchMethodException("trigger");
      }
      return trigger;
    }

    @Override
    public String checkpoint() {
      return "file:/checkpoint";
    }

    @Override
    public boolean triggerActive() {
      return active;
    }

    @Override
    public StreamingQueryProgress lastProgress() {
      return last;
    }

    @Override
    public String failure() {
      return failure;
    }
  }
}

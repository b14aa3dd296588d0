package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.junit.jupiter.api.Test;

class QueryPollerTest {
  private final QueryRuns runs = new QueryRuns();
  private List<ActiveQuery> active = new ArrayList<>();
  private final QueryPoller poller = new QueryPoller(() -> active, runs);
  private final FakeQuery query = new FakeQuery();

  QueryPollerTest() {
    active.add(query);
  }

  @Test
  void readsNameTriggerAndCheckpoint() {
    assertThat(poller.poll(1_000)).isTrue();
    QueryRun run = runs.get(query.runId);
    assertThat(run.name).isEqualTo("fake");
    assertThat(run.trigger.intervalMillis).isEqualTo(5_000);
    assertThat(run.checkpoint).isEqualTo("file:/checkpoint");
    assertThat(poller.poll(2_000)).as("no change").isFalse();
  }

  @Test
  void readsTheSourcesOnceSparkHasCreatedThemAndAgainWhenTheyChange() {
    poller.poll(1_000);
    assertThat(runs.get(query.runId).sources).isEmpty();
    query.sources = brokers("b1:9092");
    assertThat(poller.poll(2_000)).isTrue();
    assertThat(runs.get(query.runId).sources).isSameAs(query.sources);
    assertThat(poller.poll(3_000)).as("the same sources").isFalse();
    query.sources = brokers("b2:9092");
    assertThat(poller.poll(4_000)).isTrue();
    assertThat(runs.get(query.runId).sources).isSameAs(query.sources);
  }

  @Test
  void readsTheSourcesOfAQueryThatEndsBeforeTheNextPoll() {
    poller.poll(1_000);
    query.sources = brokers("b1:9092");
    runs.get(query.runId).addProgress(Events.batch(query.runId, 1, 5, 900), 1_100);
    assertThat(runs.get(query.runId).sources).isSameAs(query.sources);

    FakeQuery empty = new FakeQuery();
    active.add(empty);
    poller.poll(2_000);
    empty.sources = brokers("b1:9092");
    runs.get(empty.runId).end(RunStatus.ended(2_100, null));
    assertThat(runs.get(empty.runId).sources).isSameAs(empty.sources);
  }

  @Test
  void reportsTheRestOfAQueryWhoseSourcesCannotBeRead() {
    query.hasUnreadableSources = true;
    assertThat(poller.poll(1_000)).isTrue();
    assertThat(runs.get(query.runId).sources).isEmpty();
    assertThat(runs.get(query.runId).checkpoint).isEqualTo("file:/checkpoint");
  }

  private static List<SourceBrokers> brokers(String servers) {
    return List.of(SourceBrokers.of(0, servers, null));
  }

  @Test
  void measuresARunningBatchFromItsFirstPoll() {
    query.isActive = true;
    poller.poll(1_000);
    poller.poll(2_000);
    assertThat(runs.get(query.runId).batchInFlightSince).isEqualTo(1_000);
    query.isActive = false;
    poller.poll(3_000);
    assertThat(runs.get(query.runId).batchInFlightSince).isNull();
  }

  @Test
  void restartsTheTimeWithTheNextBatch() {
    query.isActive = true;
    poller.poll(1_000);
    runs.get(query.runId).addProgress(Events.batch(query.runId, 1, 5, 900), 1_900);
    assertThat(runs.get(query.runId).batchInFlightSince).as("ended by its event").isNull();
    poller.poll(2_000);
    assertThat(runs.get(query.runId).batchInFlightSince).isEqualTo(2_000);
  }

  @Test
  void reportsNoRunningBatchForContinuousProcessing() {
    query.trigger = new QueryTrigger("Continuous", 1_000L);
    query.isActive = true;
    poller.poll(1_000);
    assertThat(runs.get(query.runId).batchInFlightSince).isNull();
  }

  @Test
  void readsThePositionOfAQueryThatIsIdleSinceItsStart() {
    poller.poll(1_000);
    query.last = Events.progress(IDLE);
    assertThat(poller.poll(2_000)).isTrue();
    Activity activity = runs.get(query.runId).activity();
    assertThat(activity.isIdle).isTrue();
    assertThat(activity.totals.batches).isZero();
    assertThat(activity.progress.json()).contains("\"end-of-idle\"");
    assertThat(poller.poll(3_000)).as("the same progress again").isFalse();
  }

  @Test
  void doesNotCountBatches() {
    query.last = Events.batch(query.runId, 1, 5, 900);
    poller.poll(1_000);
    assertThat(runs.get(query.runId).activity().progress).isNull();
    assertThat(runs.get(query.runId).activity().totals.batches).isZero();
  }

  @Test
  void infersTheEndOfAQueryThatIsMissingForTenSeconds() {
    query.failure = "java.lang.OutOfMemoryError: heap";
    poller.poll(1_000);
    active.clear();
    poller.poll(2_000);
    assertThat(poller.poll(2_000 + QueryPoller.INFER_END_MILLIS - 1)).isFalse();
    assertThat(runs.get(query.runId).status().isRunning())
        .as("its event may still arrive")
        .isTrue();
    assertThat(poller.poll(2_000 + QueryPoller.INFER_END_MILLIS)).isTrue();
    RunStatus status = runs.get(query.runId).status();
    assertThat(status.name).isEqualTo("FAILED");
    assertThat(status.failure.type).isEqualTo("java.lang.OutOfMemoryError");
  }

  @Test
  void infersNoEndWhileQueriesCannotBeRead() {
    poller.poll(1_000);
    active = null;
    poller.poll(2_000);
    poller.poll(100_000);
    assertThat(runs.get(query.runId).status().isRunning()).isTrue();
  }

  @Test
  void keepsTheEndThatSparkReported() {
    poller.poll(1_000);
    RunStatus confirmed = RunStatus.ended(1_500, null);
    runs.get(query.runId).end(confirmed);
    active.clear();
    poller.poll(2_000);
    poller.poll(100_000);
    assertThat(runs.get(query.runId).status()).isSameAs(confirmed);
  }

  @Test
  void readsTheOtherQueriesWhenOneFails() {
    FakeQuery unsupported = new FakeQuery();
    unsupported.isBroken = true;
    active.add(0, unsupported);
    poller.poll(1_000);
    assertThat(runs.get(query.runId).trigger).isNotNull();
    assertThat(runs.get(unsupported.runId).trigger).isNull();
  }

  @Test
  void logsAFailureAgainAfterASuccessfulPoll() {
    try (LogLines log = new LogLines()) {
      query.isBroken = true;
      poller.poll(0);
      poller.poll(RepeatedFault.MIN_INTERVAL_MILLIS);
      assertThat(log.messages).as("a lasting fault").hasSize(1);
      active.clear();
      poller.poll(RepeatedFault.MIN_INTERVAL_MILLIS);
      active.add(query);
      poller.poll(RepeatedFault.MIN_INTERVAL_MILLIS);
      assertThat(log.messages).as("no query was read since").hasSize(1);
      query.isBroken = false;
      poller.poll(RepeatedFault.MIN_INTERVAL_MILLIS);
      FakeQuery next = new FakeQuery();
      next.isBroken = true;
      active.add(next);
      poller.poll(RepeatedFault.MIN_INTERVAL_MILLIS);
      assertThat(log.messages).hasSize(2);
    }
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
    QueryTrigger trigger = new QueryTrigger("ProcessingTime", 5_000L);
    boolean isActive;
    boolean isBroken;
    StreamingQueryProgress last;
    String failure;
    List<SourceBrokers> sources;
    boolean hasUnreadableSources;

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
    public QueryTrigger trigger() throws ReflectiveOperationException {
      if (isBroken) {
        throw new NoSuchMethodException("trigger");
      }
      return trigger;
    }

    @Override
    public String checkpoint() {
      return "file:/checkpoint";
    }

    @Override
    public List<SourceBrokers> sources() throws ReflectiveOperationException {
      if (hasUnreadableSources) {
        throw new NoSuchMethodException("sources");
      }
      return sources;
    }

    @Override
    public boolean isTriggerActive() {
      return isActive;
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

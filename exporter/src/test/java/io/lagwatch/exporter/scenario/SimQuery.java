package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Report.Status;
import io.lagwatch.exporter.ingest.Report.Trigger.Type;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.scenario.Batch.Slice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A query, moved on second by second: its triggers, its batches, its runs. Its position and the
 * batch that a run left unfinished outlive the run, as in a checkpoint.
 */
final class SimQuery {
  /** {@code spark.sql.streaming.noDataProgressEventInterval}. */
  private static final long IDLE_EVENT_EVERY = 10;

  private static final Report.QueryError DATA_LOST =
      new Report.QueryError(
          "java.lang.IllegalStateException",
          "Partition learning-0's offset was changed from 5000000 to 0, some data may have been"
              + " missed.");
  private static final Report.QueryError TASK_FAILED =
      new Report.QueryError(
          "org.apache.spark.SparkException",
          "Job aborted due to stage failure: Task 3 failed 4 times");

  private final QueryPlan plan;
  private final String host;
  private String id;
  private final List<SourceReader> readers = new ArrayList<>();
  private final ProgressMaker progressMaker;
  private final SplittableRandom random;
  private int runs;
  private long nextBatchId;
  private @Nullable Run run;
  private @Nullable Batch batch;
  private long batchEndsAt;
  private @Nullable Batch unfinished;
  private long nextTriggerAt;
  private long lastTriggerAt;
  private long lastIdleAt;
  private @Nullable List<SortedMap<TopicPartition, Long>> frozenEnds;

  SimQuery(QueryPlan plan, DriverPlan driver, SimBroker broker, DriverClock clock, long seed) {
    this.plan = plan;
    this.host = driver.host;
    this.id = uuid(driver.app + "/" + plan.name);
    this.random = new SplittableRandom(seed ^ id.hashCode());
    this.progressMaker = new ProgressMaker(plan, clock);
    plan.sources.forEach(topics -> readers.add(new SourceReader(topics, plan, broker)));
  }

  static String uuid(String of) {
    return UUID.nameUUIDFromBytes(of.getBytes(StandardCharsets.UTF_8)).toString();
  }

  QueryPlan plan() {
    return plan;
  }

  String id() {
    return id;
  }

  /** The current run or the last one; null before the first. */
  @Nullable Run run() {
    return run;
  }

  /** Since when a batch has been running, in seconds; null while none is. */
  @Nullable Long batchSince() {
    return batch == null ? null : batch.startedAt();
  }

  boolean running() {
    return run != null && !run.ended();
  }

  void start(long t) {
    boolean lost = plan.checkpointLost.contains(t);
    if (lost) {
      id = uuid(id + "/" + t);
      nextBatchId = 0;
      unfinished = null;
    }
    if (runs == 0 || lost) {
      readers.forEach(reader -> reader.open(t));
    }
    run = new Run(uuid(id + "/" + host + "/" + runs++), t * 1000);
    frozenEnds =
        plan.triggerType() == Type.AVAILABLE_NOW
            ? readers.stream().map(reader -> reader.latest(t)).toList()
            : null;
    nextTriggerAt = t;
    lastTriggerAt = -1;
    lastIdleAt = plan.idle.immediate() ? t - IDLE_EVENT_EVERY : t;
  }

  /** The driver is gone: the run ends without a word. */
  void killed() {
    abandonBatch();
    run = null;
  }

  private void abandonBatch() {
    if (batch != null) {
      unfinished = batch;
      batch = null;
    }
  }

  /** Whether something changed that a driver reports. */
  boolean step(long t) {
    boolean changed = false;
    QueryPlan.Life life = plan.life.get(t);
    if (life == QueryPlan.Life.START) {
      start(t);
      changed = true;
    } else if (life != null && running()) {
      end(
          life == QueryPlan.Life.FAIL ? Status.FAILED : Status.STOPPED,
          life == QueryPlan.Life.FAIL ? TASK_FAILED : null,
          t);
      changed = true;
    }
    if (run == null || run.ended()) {
      return changed;
    }
    if (batch != null) {
      return goOn(run, batch, t) || changed;
    }
    return (t >= nextTriggerAt && trigger(run, t)) || changed;
  }

  private void end(Status how, Report.@Nullable QueryError why, long t) {
    abandonBatch();
    if (run != null) {
      run.ended(how, why, t * 1000);
    }
  }

  private boolean goOn(Run now, Batch running, long t) {
    if (plan.hung(t)) {
      batchEndsAt += 1000;
    }
    if (batchEndsAt >= (t + 1) * 1000) {
      return false;
    }
    Batch done = plan.triggerType() == Type.REAL_TIME ? readOn(running, t) : running;
    long millis = batchEndsAt - done.startedAt() * 1000;
    for (int i = 0; i < readers.size(); i++) {
      readers.get(i).moveTo(done.slices().get(i).end());
    }
    long sinceLast = lastTriggerAt < 0 ? 0 : (done.startedAt() - lastTriggerAt) * 1000;
    now.finished(
        progressMaker.batch(done, millis, sinceLast),
        progressMaker.counted(done.rows()),
        progressMaker.dropped(done.startedAt()),
        millis,
        batchEndsAt);
    nextBatchId = done.id() + 1;
    batch = null;
    lastTriggerAt = done.startedAt();
    lastIdleAt = t;
    nextTriggerAt = Math.max((batchEndsAt + 999) / 1000, boundaryAfter(done.startedAt()));
    if (plan.triggerType() == Type.ONCE) {
      end(Status.STOPPED, null, t);
    }
    return true;
  }

  /** In real-time mode a batch reads what arrives until it ends. */
  private Batch readOn(Batch planned, long t) {
    var slices = new ArrayList<Slice>();
    long most = (long) (plan.batchTime.rowsPerSecond(t) * plan.intervalSeconds());
    for (int i = 0; i < readers.size(); i++) {
      SourceReader reader = readers.get(i);
      Slice slice = planned.slices().get(i);
      var end = reader.end(reader.latest(t), most, t);
      slices.add(new Slice(slice.topics(), slice.start(), end, slice.latest(), reader.rows(end)));
    }
    return new Batch(planned.id(), planned.startedAt(), planned.replayed(), slices);
  }

  private long boundaryAfter(long t) {
    long interval = plan.intervalSeconds();
    return plan.triggerType() == Type.PROCESSING_TIME && interval > 0
        ? (t / interval + 1) * interval
        : t + 1;
  }

  private boolean trigger(Run now, long t) {
    if (plan.triggerType() == Type.CONTINUOUS) {
      nextTriggerAt = Span.FOR_EVER;
      return false;
    }
    if (plan.failOnDataLoss && readers.stream().anyMatch(SourceReader::lostData)) {
      end(Status.FAILED, DATA_LOST, t);
      return true;
    }
    Batch next = unfinished != null ? replay(unfinished, t) : planned(t);
    boolean first = plan.fresh && nextBatchId == 0;
    if (moves(next) || first || next.replayed() || plan.triggerType() == Type.REAL_TIME) {
      unfinished = null;
      batch = next;
      batchEndsAt = (plan.hung(t) ? t + 1 : t) * 1000 + duration(now, next, t);
      return false;
    }
    nextTriggerAt = boundaryAfter(t);
    if (plan.triggerType() == Type.AVAILABLE_NOW || plan.triggerType() == Type.ONCE) {
      end(Status.STOPPED, null, t);
      return true;
    }
    return idle(now, next, t);
  }

  private long duration(Run now, Batch next, long t) {
    return plan.triggerType() == Type.REAL_TIME
        ? plan.intervalSeconds() * 1000 + 130 + random.nextInt(90)
        : plan.batchTime.millis(next.rows(), t, now.batches(), random);
  }

  private boolean moves(Batch next) {
    for (int i = 0; i < readers.size(); i++) {
      if (!next.slices().get(i).end().equals(readers.get(i).position())) {
        return true;
      }
    }
    return false;
  }

  private Batch planned(long t) {
    var slices = new ArrayList<Slice>();
    for (int i = 0; i < readers.size(); i++) {
      SourceReader reader = readers.get(i);
      var latest = frozenEnds == null ? reader.latest(t) : frozenEnds.get(i);
      long limit = plan.triggerType() == Type.ONCE ? Long.MAX_VALUE : plan.maxOffsets;
      var end = reader.end(latest, limit, t);
      var start = plan.fresh && nextBatchId == 0 ? null : reader.position();
      slices.add(new Slice(reader.topics(), start, end, latest, reader.rows(end)));
    }
    return new Batch(nextBatchId, t, false, slices);
  }

  private Batch replay(Batch before, long t) {
    var slices =
        before.slices().stream()
            .map(s -> new Slice(s.topics(), s.start(), s.end(), null, s.rows()))
            .toList();
    return new Batch(before.id(), t, true, slices);
  }

  private boolean idle(Run now, Batch nothing, long t) {
    long sinceLast = lastTriggerAt < 0 ? 0 : (t - lastTriggerAt) * 1000;
    lastTriggerAt = t;
    if (t - lastIdleAt < IDLE_EVENT_EVERY) {
      return false;
    }
    lastIdleAt = t;
    if (plan.idle != QueryPlan.Idle.EVENT) {
      now.progress = progressMaker.idle(nothing, sinceLast);
    }
    now.idles(t * 1000, plan.idle != QueryPlan.Idle.PROGRESS_ALONE);
    return true;
  }
}

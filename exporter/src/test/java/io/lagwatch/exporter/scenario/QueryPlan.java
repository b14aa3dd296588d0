package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.ingest.Report.Trigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a simulated query is and what happens to it. Built once by a scenario, then only read. */
final class QueryPlan {
  /** What a driver says when a trigger finds nothing to do. */
  enum Idle {
    /** Up to 3.4: a progress without rows, with the id of the batch to come; no idle event. */
    PROGRESS,
    /** The same, and the agent leaves it to the exporter to see that the query is idle. */
    PROGRESS_ALONE,
    /** From 3.5 on: an idle event; the last busy progress stands. */
    EVENT,
    /** From 3.5 on, and the agent sends what {@code lastProgress()} holds by then. */
    EVENT_AND_PROGRESS;

    /** Whether a query without data at its start reports idle progress immediately. */
    boolean immediate() {
      return this == PROGRESS || this == PROGRESS_ALONE;
    }
  }

  /** What happens to a query while its driver lives. */
  enum Life {
    START,
    STOP,
    FAIL
  }

  final String name;

  /** The topics of each source. */
  final List<List<String>> sources = new ArrayList<>();

  @Nullable Trigger trigger = new Trigger(Trigger.Type.PROCESSING_TIME, Duration.ofSeconds(30));

  /** What the driver could learn of the trigger. */
  boolean triggerKnown = true;

  BatchTime batchTime = BatchTime.of(3, 2000);
  Idle idle = Idle.EVENT;
  long maxOffsets = Long.MAX_VALUE;
  long minOffsets;
  long maxTriggerDelay = 15 * Span.MINUTE;

  /** Records of all partitions together that it is behind at its first start. */
  long startsBehind;

  /** What Spark counts is the rows times this. */
  double rowsFactor = 1;

  boolean failOnDataLoss = true;

  /** No checkpoint yet: its first batch runs whatever there is, and has no start offsets. */
  boolean fresh;

  /** How long a new partition stays unseen; the old offset reader of 3.3 takes minutes. */
  long discoveryDelay;

  boolean startsWithDriver = true;
  StatePlan state = StatePlan.STATELESS;

  /** When it is started without its checkpoint, under the same name. */
  final Set<Long> checkpointLost = new HashSet<>();

  final List<Span> hangs = new ArrayList<>();
  final NavigableMap<Long, Life> life = new TreeMap<>();

  QueryPlan(String name, String... topicsOfOneSource) {
    this.name = name;
    sources.add(List.of(topicsOfOneSource));
  }

  QueryPlan alsoReads(String... topicsOfOneSource) {
    sources.add(List.of(topicsOfOneSource));
    return this;
  }

  /** The trigger interval in seconds; 0 is as fast as possible. */
  QueryPlan every(long seconds) {
    return trigger(Trigger.Type.PROCESSING_TIME, Duration.ofSeconds(seconds));
  }

  QueryPlan trigger(Trigger.Type type, @Nullable Duration interval) {
    trigger = new Trigger(type, interval);
    return this;
  }

  QueryPlan triggerUnknown() {
    triggerKnown = false;
    return this;
  }

  QueryPlan takes(BatchTime time) {
    batchTime = time;
    return this;
  }

  QueryPlan idle(Idle style) {
    idle = style;
    return this;
  }

  QueryPlan maxOffsets(long perTrigger) {
    maxOffsets = perTrigger;
    return this;
  }

  QueryPlan minOffsets(long perTrigger, long maxDelaySeconds) {
    minOffsets = perTrigger;
    maxTriggerDelay = maxDelaySeconds;
    return this;
  }

  QueryPlan startsBehind(long records) {
    startsBehind = records;
    return this;
  }

  QueryPlan countsRowsTimes(double factor) {
    rowsFactor = factor;
    return this;
  }

  QueryPlan goesOnAfterDataLoss() {
    failOnDataLoss = false;
    return this;
  }

  QueryPlan fresh() {
    fresh = true;
    return this;
  }

  QueryPlan seesPartitionsAfter(long seconds) {
    discoveryDelay = seconds;
    return this;
  }

  QueryPlan state(StatePlan plan) {
    state = plan;
    return this;
  }

  /** A batch that runs in this span stands still. */
  QueryPlan hangs(long from, long to) {
    hangs.add(new Span(from, to));
    return this;
  }

  QueryPlan starts(long at) {
    return lives(at, Life.START);
  }

  QueryPlan stops(long at) {
    return lives(at, Life.STOP);
  }

  QueryPlan fails(long at) {
    return lives(at, Life.FAIL);
  }

  /** Its program is started again on an empty checkpoint, reading from the latest offsets. */
  QueryPlan startsOnNewCheckpoint(long at) {
    checkpointLost.add(at);
    return starts(at);
  }

  QueryPlan startsOnlyWhenTold() {
    startsWithDriver = false;
    return this;
  }

  /**
   * It fails every so often in the span before its batch is done, and its program starts it again.
   */
  QueryPlan crashLoop(long from, long to, long every, long pause) {
    hangs(from, to);
    for (long at = from; at + pause < to; at += every) {
      fails(at);
      starts(at + pause);
    }
    return this;
  }

  private QueryPlan lives(long at, Life what) {
    life.put(at, what);
    return this;
  }

  boolean hung(long second) {
    return hangs.stream().anyMatch(span -> span.holds(second));
  }

  Trigger.@Nullable Type triggerType() {
    return trigger == null ? null : trigger.type();
  }

  long intervalSeconds() {
    return trigger == null || trigger.interval() == null ? 0 : trigger.interval().toSeconds();
  }
}

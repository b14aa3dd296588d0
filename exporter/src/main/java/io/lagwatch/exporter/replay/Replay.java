package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Report.QueryReport;
import io.lagwatch.exporter.watch.LiveMonitor;
import io.lagwatch.exporter.watch.Monitor;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.SavedState;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A timeline through the watch that serves live, with the timeline's own clock: evaluated as often,
 * and not evaluated while the exporter that recorded it was down. Not thread-safe.
 */
final class Replay {
  /** Lines come this much out of order where threads wrote them. */
  private static final Duration OUT_OF_ORDER = Duration.ofSeconds(5);

  private static final Duration SHORTEST_OUTAGE = Duration.ofMinutes(1);

  /** Polls that must be missing, with everything else, before the exporter is taken to be down. */
  private static final int POLLS_MISSING = 4;

  private final QueryRules rules;
  private final Duration retention;
  private final TimeWindow judged;
  private final QueryFilter filter;
  private final Consumer<Transition> transitions;
  private final Summary summary;
  private final FiringAlerts alerts = new FiringAlerts();
  private @Nullable LiveMonitor watch;
  private Instant clock = Instant.MIN;
  private Instant due = Instant.MIN;
  private @Nullable Instant polledAt;
  private @Nullable Duration pollGap;
  private long wentBack;
  private boolean judging;
  private boolean ended;
  private long rejected;
  private @Nullable String rejection;

  /**
   * @param judged what is outside of this time changes the state and is not reported
   * @param filter the queries that are reported
   * @param summary takes what is found out
   */
  Replay(
      QueryRules rules,
      Duration retention,
      TimeWindow judged,
      QueryFilter filter,
      Summary summary,
      Consumer<Transition> transitions) {
    this.rules = rules;
    this.retention = retention;
    this.judged = judged;
    this.filter = filter;
    this.summary = summary;
    this.transitions = transitions;
  }

  /** Takes the next line; one that is older than the last is taken at the time of the last. */
  void take(TimelineLine line) {
    if (line.at().isAfter(judged.until())) {
      end();
    }
    if (ended) {
      clock = line.at().isAfter(clock) ? line.at() : clock;
      return;
    }
    LiveMonitor to = watch;
    if (to == null) {
      to = begin(line.at());
      judgeFrom(to, line.at());
    } else if (line.at().isBefore(clock)) {
      wentBack += line.at().isBefore(clock.minus(OUT_OF_ORDER)) ? 1 : 0;
    } else {
      to = advance(to, line.at());
    }
    if (line instanceof TimelineLine.ReportLine report) {
      reported(to, report.report());
    } else if (line instanceof TimelineLine.OffsetsLine offsets) {
      polled();
      to.polled(offsets.poll(), clock, offsets.took());
      seen(to.snapshot(clock).queries());
    } else if (line instanceof TimelineLine.PollErrorLine error) {
      polled();
      to.pollFailed(error.cluster(), error.kind(), error.message(), clock, error.took());
    }
  }

  private void reported(LiveMonitor to, Report report) {
    Decoded.Refused refusal = to.report(report, clock);
    if (refusal != null) {
      rejected++;
      rejection = refusal.message();
      return;
    }
    Set<String> ids = report.queries().stream().map(QueryReport::id).collect(Collectors.toSet());
    seen(to.queries(ids, clock));
  }

  /** The timeline has ended: what it comes to at its last moment. */
  void finish() {
    if (watch != null && !ended) {
      evaluate(watch, clock);
    }
    summary.end();
  }

  /** The time to be judged ends before the timeline does. */
  private void end() {
    if (watch != null && !ended) {
      advance(watch, judged.until());
      evaluate(watch, judged.until());
    }
    ended = true;
  }

  /** Whether any moment of the timeline was judged. */
  boolean hasJudged() {
    return judging;
  }

  /** The time that has been reached. */
  Instant clock() {
    return clock;
  }

  /** Lines that were older than the one before by more than threads explain. */
  long wentBack() {
    return wentBack;
  }

  /** Reports that exceeded a limit and were not used. */
  long rejected() {
    return rejected;
  }

  /** Why the last report was rejected; null when none was. */
  @Nullable String rejection() {
    return rejection;
  }

  Summary summary() {
    return summary;
  }

  private LiveMonitor begin(Instant at) {
    clock = at;
    due = at.plus(Monitor.EVALUATION_INTERVAL);
    LiveMonitor begun = new LiveMonitor(List.of(), rules, retention, at, cluster -> {});
    watch = begun;
    return begun;
  }

  private LiveMonitor advance(LiveMonitor from, Instant to) {
    if (wasDown(to)) {
      SavedState state = from.state(clock);
      LiveMonitor restarted = begin(to);
      restarted.restore(state);
      judgeFrom(restarted, to);
      return restarted;
    }
    if (!judging && !to.isBefore(judged.since())) {
      evaluateUntil(from, judged.since());
      judgeFrom(from, judged.since());
    }
    evaluateUntil(from, to);
    clock = to;
    return from;
  }

  /** What follows is judged, if {@code at} is in the time to be judged. */
  private void judgeFrom(LiveMonitor on, Instant at) {
    if (judging || at.isBefore(judged.since())) {
      return;
    }
    judging = true;
    summary.begin(chosen(on.snapshot(at).queries()), at);
    alerts.current(at).forEach(this::tell);
  }

  private void evaluateUntil(LiveMonitor from, Instant to) {
    for (; !due.isAfter(to); due = due.plus(Monitor.EVALUATION_INTERVAL)) {
      evaluate(from, due);
    }
  }

  /** Neither a report nor a poll, not even one that failed: nobody was there to write a line. */
  private boolean wasDown(Instant next) {
    if (pollGap == null) {
      return Duration.between(clock, next).compareTo(retention) > 0;
    }
    Duration outage = pollGap.multipliedBy(POLLS_MISSING);
    outage = outage.compareTo(SHORTEST_OUTAGE) < 0 ? SHORTEST_OUTAGE : outage;
    return Duration.between(clock, next).compareTo(outage) > 0;
  }

  private void polled() {
    if (polledAt != null) {
      Duration gap = Duration.between(polledAt, clock);
      boolean shortest = pollGap == null || gap.compareTo(pollGap) < 0;
      pollGap = shortest && !gap.isZero() ? gap : pollGap;
    }
    polledAt = clock;
  }

  private void evaluate(LiveMonitor on, Instant now) {
    on.evaluate(now);
    Snapshot snapshot = on.snapshot(now);
    seen(snapshot.queries(), now);
    alerts.evaluated(snapshot, now).forEach(this::tell);
  }

  private void seen(List<QueryView> queries) {
    seen(queries, clock);
  }

  private void seen(List<QueryView> queries, Instant at) {
    if (judging) {
      summary.seen(chosen(queries), at);
    }
  }

  private List<QueryView> chosen(List<QueryView> queries) {
    return queries.stream().filter(filter::matches).toList();
  }

  private void tell(Transition transition) {
    if (judging && filter.matches(transition.query(), transition.queryId())) {
      summary.changed(transition);
      transitions.accept(transition);
    }
  }
}

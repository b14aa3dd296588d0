package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.ingest.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A driver with its agent: what it would send each second. */
final class SimDriver {
  private static final long SENT_AFTER = 900;

  private final DriverPlan plan;
  private final DriverClock clock;
  private final List<SimQuery> queries = new ArrayList<>();
  private final Map<SimQuery, Seen> batchesSeen = new HashMap<>();
  private boolean alive;
  private int lives;
  private long failedReports;

  /** The batch that the agent has seen running, and since when. */
  private record Seen(long batchSince, long seenAt) {}

  SimDriver(DriverPlan plan, SimBroker broker, long seed) {
    this.plan = plan;
    this.clock = new DriverClock(plan.clockAhead * 1000);
    for (QueryPlan query : plan.queries) {
      queries.add(new SimQuery(query, plan, broker, clock, seed));
    }
  }

  DriverPlan plan() {
    return plan;
  }

  List<SimQuery> queries() {
    return queries;
  }

  /** The report that is sent in this second; null when there is none. */
  @Nullable Report step(long t) {
    boolean changed = false;
    boolean exits = false;
    DriverPlan.Life life = plan.life.get(t);
    if (life == DriverPlan.Life.START) {
      begin();
      queries.stream().filter(q -> q.plan().startsWithDriver).forEach(q -> q.start(t));
      changed = true;
    } else if (life == DriverPlan.Life.KILL) {
      queries.forEach(SimQuery::killed);
      alive = false;
    } else if (life == DriverPlan.Life.EXIT) {
      exits = true;
    }
    if (!alive && plan.endsWithItsQueries && startsAQuery(t)) {
      begin();
    }
    if (!alive) {
      return null;
    }
    for (SimQuery query : queries) {
      changed |= query.step(t);
    }
    Report report = changed || t % plan.heartbeat == plan.heartbeat - 1 ? report(t) : null;
    exits |= plan.endsWithItsQueries && queries.stream().noneMatch(SimQuery::running);
    if (exits) {
      queries.forEach(SimQuery::killed);
      alive = false;
    }
    return report;
  }

  private void begin() {
    alive = true;
    lives++;
    failedReports = 0;
    batchesSeen.clear();
  }

  private boolean startsAQuery(long t) {
    return queries.stream().anyMatch(q -> q.plan().life.get(t) == QueryPlan.Life.START);
  }

  /** Tells the agent that what it sent did not arrive. */
  void notDelivered() {
    failedReports++;
  }

  private @Nullable Report report(long t) {
    var reports = new ArrayList<Report.QueryReport>();
    for (SimQuery query : queries) {
      Run run = query.run();
      if (run != null) {
        reports.add(report(query, run, t));
      }
    }
    String instance = SimQuery.uuid(plan.app + "/" + plan.host + "/" + lives);
    Duration told = plan.tellsHeartbeat ? Duration.ofSeconds(plan.heartbeat) : null;
    var agent = new Report.Agent(instance, "0.1.0", told, failedReports);
    var app = new Report.App(plan.host + "-" + lives, plan.app, plan.sparkVersion, plan.host);
    return reports.isEmpty()
        ? null
        : new Report(clock.at(t * 1000 + SENT_AFTER), agent, app, reports);
  }

  private Report.QueryReport report(SimQuery query, Run run, long t) {
    Long inFlight = plan.seesBatchesInFlight ? inFlightSince(query, t) : null;
    Long endedAt = run.endedAt;
    Long lastInputAt = run.lastInputAt;
    return new Report.QueryReport(
        query.id(),
        run.id,
        query.plan().name,
        run.status,
        clock.at(run.startedAt),
        endedAt == null ? null : clock.at(endedAt),
        run.error,
        query.plan().triggerKnown ? query.plan().trigger : null,
        "s3a://checkpoints/prod/" + query.plan().name,
        clock.at(run.lastEventAt),
        lastInputAt == null ? null : clock.at(lastInputAt),
        run.idle,
        inFlight == null ? null : clock.atSecond(inFlight),
        run.totals(),
        run.progress);
  }

  private @Nullable Long inFlightSince(SimQuery query, long t) {
    Long batchSince = query.batchSince();
    if (batchSince == null) {
      batchesSeen.remove(query);
      return null;
    }
    return batchesSeen
        .compute(
            query,
            (q, seen) ->
                seen != null && seen.batchSince() == batchSince ? seen : new Seen(batchSince, t))
        .seenAt();
  }
}

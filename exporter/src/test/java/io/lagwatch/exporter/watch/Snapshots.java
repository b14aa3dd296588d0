package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.alert.RequiredQueryAlert;
import io.lagwatch.exporter.alert.RuleInput;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.RoutedBy;
import io.lagwatch.exporter.lag.SourceRoute;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.lag.TopicOfSource;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.query.ArrivalRates;
import io.lagwatch.exporter.query.FinishedRuns;
import io.lagwatch.exporter.query.LastBatch;
import io.lagwatch.exporter.query.ProgressInfo;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryIdentity;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.query.RunHistory;
import io.lagwatch.exporter.query.RunInfo;
import io.lagwatch.exporter.query.SourceFacts;
import io.lagwatch.exporter.query.TriggerInfo;
import io.lagwatch.exporter.signal.BatchSignals;
import io.lagwatch.exporter.signal.InputSignals;
import io.lagwatch.exporter.signal.LagGrowthRate;
import io.lagwatch.exporter.signal.LagSignals;
import io.lagwatch.exporter.signal.QueryHealth;
import io.lagwatch.exporter.signal.RetentionSignals;
import io.lagwatch.exporter.signal.RunSignals;
import io.lagwatch.exporter.signal.Signals;
import io.lagwatch.exporter.signal.StateSignals;
import io.lagwatch.exporter.signal.WatermarkSignals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Snapshots for tests. Every value of a query is known; a test changes the ones that matter. */
public final class Snapshots {
  public static final Instant NOW = Instant.parse("2026-03-02T10:00:00.500Z");

  private Snapshots() {}

  /** 1000 records per second. */
  public static final ArrivalRates ARRIVAL =
      new ArrivalRates(List.of(new ArrivalRates.TopicRate(0, "main", "learning.progress", 1000.0)));

  public static Snapshot of(QueryView... queries) {
    return new Snapshot(NOW, List.of(queries), List.of(), List.of(), List.of(cluster()));
  }

  /** A snapshot of a required query that has never reported. */
  public static Snapshot missing(Duration age) {
    var interval = Duration.ofHours(26);
    var query =
        new MissingQuery(
            new QueryKey("jobs", "nightly"),
            age,
            interval,
            RequiredQueryAlert.at(NOW, NOW.minus(age), interval));
    return new Snapshot(NOW, List.of(), List.of(), List.of(query), List.of(cluster()));
  }

  public static ClusterStatus cluster() {
    return new ClusterStatus(
        "main",
        true,
        NOW.minusSeconds(4),
        Duration.ofMillis(42),
        Map.of("timeout", 3L),
        "no answer in 30 s",
        "mXk3pXTpQ1y7eZ4rVw9uAg",
        List.of("b1:9092", "b2:9092"));
  }

  public static QueryBuilder query(String app, String name) {
    return new QueryBuilder(app, name);
  }

  public static PartitionLag measured(String topic, int partition, long position, long end) {
    return new PartitionLag(
        0,
        new TopicPartition(topic, partition),
        position,
        end,
        0L,
        Math.max(0, end - position),
        new TimeLag(Duration.ofSeconds(30), false),
        PartitionStatus.MEASURED);
  }

  public static PartitionLag unknown(String topic, int partition) {
    return new PartitionLag(
        0,
        new TopicPartition(topic, partition),
        5L,
        null,
        null,
        null,
        null,
        PartitionStatus.UNKNOWN);
  }

  public static QueryLag lag(PartitionLag... partitions) {
    var known =
        List.of(partitions).stream().map(PartitionLag::records).filter(r -> r != null).toList();
    return new QueryLag(
        QueryLag.Basis.BROKER,
        List.of(partitions),
        known.isEmpty() ? null : known.stream().mapToLong(r -> r).sum(),
        known.isEmpty() ? null : new TimeLag(Duration.ofSeconds(30), false),
        partitions.length - known.size(),
        120L,
        NOW.minusSeconds(4),
        null);
  }

  /** One query; every value has a default. */
  public static final class QueryBuilder {
    private final QueryKey key;
    private String id = "b0cbbe60-6a5a-4f2b-9d0c-4f2a4c0f4a01";
    private QueryState state = QueryState.RUNNING;
    private QuerySettings settings = QuerySettings.DEFAULTS;
    private String checkpoint = "s3a://checkpoints/tiles";
    private @Nullable Instant inFlightSince;
    private Totals totals =
        new Totals(
            120,
            3,
            3_600_000,
            12,
            1,
            new Totals.Durations(
                120, 1980.5, new TreeMap<>(Map.of(0.5, 2L, 10.0, 60L, 30.0, 119L))));
    private @Nullable Progress progress = Snapshots.progress(120, 1500);
    private QueryLag lag =
        Snapshots.lag(
            measured("learning.progress", 0, 100, 150), measured("learning.progress", 1, 7, 57));
    private Signals signals = Snapshots.signals();
    private List<AlertStatus> alerts =
        new ArrayList<>(
            List.of(
                alert("LagGrowing", AlertPhase.INACTIVE), alert("NoInput", AlertPhase.INACTIVE)));
    private final List<SourceFacts> sources =
        new ArrayList<>(
            List.of(
                new SourceFacts(
                    0,
                    "KafkaV2[Subscribe[learning.progress]]",
                    true,
                    new TreeMap<>(Map.of("learning.progress", 3_600_000L)),
                    NOW.minusSeconds(20),
                    NOW.minus(Duration.ofHours(1)),
                    new SourceRoute("main", RoutedBy.ADDRESS, List.of(), "b1:9092,b2:9092"))));
    private Report.@Nullable QueryError error;
    private Report.@Nullable Trigger trigger =
        new Report.Trigger(Report.Trigger.Type.PROCESSING_TIME, Duration.ofSeconds(30));

    private QueryBuilder(String app, String name) {
      key = new QueryKey(app, name);
    }

    public QueryBuilder id(String id) {
      this.id = id;
      return this;
    }

    public QueryBuilder state(QueryState state) {
      this.state = state;
      return this;
    }

    /** A batch has been running for 20 s. */
    public QueryBuilder inFlight() {
      this.inFlightSince = NOW.minusSeconds(20);
      return this;
    }

    public QueryBuilder totals(Totals totals) {
      this.totals = totals;
      return this;
    }

    public QueryBuilder progress(@Nullable Progress progress) {
      this.progress = progress;
      return this;
    }

    public QueryBuilder lag(QueryLag lag) {
      this.lag = lag;
      return this;
    }

    public QueryBuilder signals(Signals signals) {
      this.signals = signals;
      return this;
    }

    public QueryBuilder settings(QuerySettings settings) {
      this.settings = settings;
      return this;
    }

    public QueryBuilder firing(String alert) {
      alerts.removeIf(present -> present.alert().equals(alert));
      alerts.add(0, alert(alert, AlertPhase.FIRING));
      return this;
    }

    public QueryBuilder pending(String alert) {
      alerts.removeIf(present -> present.alert().equals(alert));
      alerts.add(0, alert(alert, AlertPhase.PENDING));
      return this;
    }

    /** One more source, of files. */
    public QueryBuilder files() {
      sources.add(
          new SourceFacts(
              1, "FileStreamSource[file:/in]", false, new TreeMap<>(), null, NOW, null));
      return this;
    }

    public QueryBuilder error(String type, String message) {
      this.error = new Report.QueryError(type, message);
      return this;
    }

    public QueryBuilder checkpoint(String checkpoint) {
      this.checkpoint = checkpoint;
      return this;
    }

    public QueryBuilder trigger(Report.@Nullable Trigger trigger) {
      this.trigger = trigger;
      return this;
    }

    /** The rate of the first topic is known, that of others is not. */
    private ArrivalRates arrival() {
      var rates = new ArrayList<>(ARRIVAL.topics());
      for (PartitionLag partition : lag.partitions()) {
        String topic = partition.partition().topic();
        if (!topic.equals("learning.progress")) {
          rates.add(new ArrivalRates.TopicRate(partition.source(), "main", topic, null));
        }
      }
      if (lag.partitions().isEmpty()) {
        rates.add(new ArrivalRates.TopicRate(0, "main", "not-polled", null));
      }
      return new ArrivalRates(rates);
    }

    public QueryView build() {
      return QueryViews.of(new RuleInput(facts(), signals, settings), alerts, arrival(), NOW);
    }

    /** The facts from which the view is made. */
    public QueryFacts facts() {
      return new QueryFacts(
          new QueryIdentity(
              key,
              id,
              key.query(),
              new Report.App("spark-42", key.app(), "3.5.7", "driver-0"),
              checkpoint,
              null),
          new RunInfo(
              "1d0f2d3c-0000-4000-8000-000000000001",
              state,
              state == QueryState.FAILED
                  ? Report.Status.FAILED
                  : state == QueryState.STOPPED ? Report.Status.STOPPED : Report.Status.RUNNING,
              NOW.minus(Duration.ofHours(1)),
              state.hasEnded() ? NOW.minusSeconds(60) : null,
              NOW.minusSeconds(2),
              NOW.minusSeconds(3),
              null),
          new RunHistory(
              2,
              error == null ? 0 : 1,
              error == null ? null : new RunHistory.Failure(error, NOW.minusSeconds(60)),
              totals,
              0L,
              new FinishedRuns(NOW.minus(Duration.ofDays(1)), Duration.ofMinutes(5))),
          new TriggerInfo(trigger, null),
          new ProgressInfo(
              110,
              progress == null
                  ? null
                  : new LastBatch(
                      progress.batchId(),
                      NOW.minusSeconds(20),
                      NOW.minusSeconds(3),
                      Duration.ofMillis(16_500),
                      progress),
              progress,
              inFlightSince,
              progress == null ? null : progress.eventTimeMax()),
          sources,
          lag,
          Map.of());
    }
  }

  /** Every signal is known. */
  public static Signals signals() {
    return new Signals(
        new LagSignals(
            0.21,
            new LagGrowthRate(0, Duration.ofMinutes(14), 1000, 790),
            Duration.ofSeconds(36),
            Duration.ofMillis(95_500),
            0),
        new BatchSignals(0.55, Duration.ofSeconds(20), Duration.ofMinutes(10)),
        new InputSignals(Duration.ofSeconds(20), new TreeMap<>(Map.of(0, Duration.ofSeconds(20)))),
        new WatermarkSignals(Duration.ofMinutes(10), Duration.ZERO, 0.001),
        new StateSignals(0.02),
        new RetentionSignals(
            Duration.ofHours(30),
            0L,
            0,
            new TreeMap<>(Map.of(new TopicOfSource(0, "learning.progress"), Duration.ofDays(5)))),
        new QueryHealth(false, false, false, false),
        RunSignals.UNKNOWN);
  }

  public static AlertStatus alert(String name, AlertPhase state) {
    return new AlertStatus(
        name,
        name.equals("QueryFailed") ? "critical" : "warning",
        state,
        NOW.minusSeconds(840),
        state == AlertPhase.FIRING ? NOW.minusSeconds(660) : null,
        "lag is 412,000 records (6 min 52 s behind) and has been growing for 14 min");
  }

  /** A stateful batch's progress. */
  public static Progress progress(long batchId, long rows) {
    return progress(batchId, rows, "addBatch", "queryPlanning", "walCommit");
  }

  /** The same with these phases and the whole trigger. */
  public static Progress progress(long batchId, long rows, String... parts) {
    var times = Map.of("addBatch", 14_000L, "queryPlanning", 120L, "walCommit", 80L);
    var phases = new TreeMap<>(Map.of("triggerExecution", 16_500L));
    List.of(parts).forEach(part -> phases.put(part, times.get(part)));
    var partitions =
        IntStream.range(0, 2)
            .mapToObj(p -> new TopicPartition("learning.progress", p))
            .collect(java.util.stream.Collectors.toMap(p -> p, p -> 100L));
    return new Progress(
        NOW.minusSeconds(20),
        batchId,
        rows,
        50.0,
        90.9,
        phases,
        NOW.minus(Duration.ofMinutes(10)),
        NOW.minusSeconds(25),
        List.of(new Progress.StateOperator(0, "stateStoreSave", 5000L, 40L, 1_048_576L, 12L, 350L)),
        List.of(
            new Progress.Source(
                0,
                "KafkaV2[Subscribe[learning.progress]]",
                true,
                partitions,
                partitions,
                partitions,
                rows)));
  }
}

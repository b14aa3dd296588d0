package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.lag.ReportedBrokers;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Builds reports of one query that reads topic {@code t}; every call changes one thing. */
public final class TestReport {
  public static final Instant T0 = Instant.parse("2026-03-02T00:00:00Z");

  private String app = "app";
  private String id = "11111111-aaaa";
  private String runId = "run-1";
  private @Nullable String name = "q";
  private String agent = "agent-1";
  private Instant startedAt = T0;
  private Instant sentAt = T0;
  private Report.Status status = Report.Status.RUNNING;
  private Report.@Nullable QueryError error;
  private boolean idle;
  private @Nullable Duration heartbeat;
  private @Nullable Instant lastEventAt;
  private long batches;
  private long rows;
  private Totals.Durations durations = Totals.Durations.NONE;
  private List<Progress.StateOperator> operators = List.of();
  private @Nullable Progress progress;
  private int number = 1;
  private Map<Integer, ReportedBrokers> brokers = Map.of();
  private Report.Trigger trigger =
      new Report.Trigger(Report.Trigger.Type.PROCESSING_TIME, Duration.ofSeconds(30));
  private String source = "KafkaV2[Subscribe[t]]";
  private @Nullable Instant inputAt;
  private @Nullable Instant eventTimeMax;
  private String appId = "app-id";

  public TestReport app(String app) {
    this.app = app;
    return this;
  }

  public TestReport appId(String appId) {
    this.appId = appId;
    return this;
  }

  public TestReport trigger(Report.Trigger.Type type, @Nullable Duration interval) {
    this.trigger = new Report.Trigger(type, interval);
    return this;
  }

  /** The latest event time of the batches that follow. */
  public TestReport eventTimeMax(@Nullable Instant max) {
    this.eventTimeMax = max;
    return this;
  }

  /** The end of the last batch with input, as the driver reports it. */
  public TestReport inputAt(Instant inputAt) {
    this.inputAt = inputAt;
    return this;
  }

  /** A completed batch of a rate source. */
  public TestReport rateBatch(long batchId, Instant at, long rows) {
    source = "RateStreamV2[rowsPerSecond=1]";
    return progress(batchId, at, null, null, rows, "addBatch");
  }

  /** The description of the source in the batches that follow. */
  public TestReport source(String description) {
    this.source = description;
    return this;
  }

  public TestReport id(String id) {
    this.id = id;
    return this;
  }

  public TestReport name(@Nullable String name) {
    this.name = name;
    return this;
  }

  /** Another run by another agent that started at this time of the driver's clock. */
  public TestReport run(String runId, Instant startedAt) {
    this.runId = runId;
    this.agent = "agent-of-" + runId;
    this.startedAt = startedAt;
    this.progress = null;
    return totals(0, 0);
  }

  public TestReport sentAt(Instant sentAt) {
    this.sentAt = sentAt;
    return this;
  }

  public TestReport status(Report.Status status) {
    this.status = status;
    return this;
  }

  public TestReport failed(String type, String message) {
    this.error = new Report.QueryError(type, message);
    return status(Report.Status.FAILED);
  }

  public TestReport heartbeat(Duration heartbeat) {
    this.heartbeat = heartbeat;
    return this;
  }

  public TestReport eventAt(Instant lastEventAt) {
    this.lastEventAt = lastEventAt;
    return this;
  }

  public TestReport idle(boolean idle) {
    this.idle = idle;
    return this;
  }

  public TestReport totals(long batches, long rows) {
    this.batches = batches;
    this.rows = rows;
    return this;
  }

  /** The number of batches of at most a second, and of longer ones. */
  public TestReport durations(long upToASecond, long count, double seconds) {
    durations =
        new Totals.Durations(count, seconds, new TreeMap<>(Map.of(1.0, upToASecond, 10.0, count)));
    return this;
  }

  /** A completed batch that started at {@code at}, took 1 s and ended at this position. */
  public TestReport batch(
      long batchId,
      Instant at,
      @Nullable Map<TopicPartition, Long> start,
      Map<TopicPartition, Long> end,
      @Nullable Long rows) {
    return progress(batchId, at, start, end, rows, "addBatch");
  }

  /** What Spark 3.4 sends instead of an idle event: no batch, and the id of the next one. */
  public TestReport idleProgress(long nextBatchId, Instant at, Map<TopicPartition, Long> where) {
    return progress(nextBatchId, at, where, where, 0L, "latestOffset");
  }

  /** The only state operator of the batches that follow. */
  public TestReport operator(Progress.StateOperator operator) {
    this.operators = List.of(operator);
    return this;
  }

  /** Number of sources of the batches that follow, all with the same offsets. */
  public TestReport sources(int number) {
    this.number = number;
    return this;
  }

  /** The brokers of each source by its index. */
  public TestReport brokers(Map<Integer, ReportedBrokers> brokers) {
    this.brokers = brokers;
    return this;
  }

  public Report build() {
    var query =
        new Report.QueryReport(
                id,
                runId,
                name,
                status,
                startedAt,
                status == Report.Status.RUNNING ? null : sentAt,
                error,
                trigger,
                null,
                lastEventAt == null ? sentAt : lastEventAt,
                inputAt,
                idle,
                null,
                new Totals(batches, 0, rows, 0, 0, durations),
                progress)
            .withBrokers(brokers);
    return new Report(
        sentAt,
        new Report.Agent(agent, "0.1.0", heartbeat, 0L),
        new Report.App(appId, app, "3.5.9", "driver"),
        List.of(query));
  }

  public static TopicPartition t(int partition) {
    return new TopicPartition("t", partition);
  }

  private TestReport progress(
      long batchId,
      Instant at,
      @Nullable Map<TopicPartition, Long> start,
      @Nullable Map<TopicPartition, Long> end,
      @Nullable Long rows,
      String phase) {
    var phases = new TreeMap<>(Map.of(phase, 900L, "triggerExecution", 1000L));
    boolean kafka = source.startsWith("Kafka");
    List<Progress.Source> read =
        IntStream.range(0, number)
            .mapToObj(i -> new Progress.Source(i, source, kafka, start, end, end, rows))
            .toList();
    progress =
        new Progress(at, batchId, rows, 0.0, 1.0, phases, null, eventTimeMax, operators, read);
    return this;
  }
}

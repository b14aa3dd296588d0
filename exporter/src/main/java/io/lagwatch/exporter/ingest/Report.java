package io.lagwatch.exporter.ingest;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One decoded and checked report: the complete current state of every query of one driver. Instants
 * are the driver's clock; ages are relative to {@code sentAt}. Texts are masked: they hold no
 * credentials.
 *
 * @param undecoded queries that the decoder failed on because of a bug; the others are not affected
 */
public record Report(
    Instant sentAt,
    Agent agent,
    App app,
    List<QueryReport> queries,
    List<UndecodedQuery> undecoded) {
  public Report {
    queries = List.copyOf(queries);
    undecoded = List.copyOf(undecoded);
  }

  /** A report whose queries were all decoded. */
  public Report(Instant sentAt, Agent agent, App app, List<QueryReport> queries) {
    this(sentAt, agent, app, queries, List.of());
  }

  /** A query that could not be decoded. */
  public record UndecodedQuery(String id, RuntimeException cause) {}

  /**
   * The agent in the driver's JVM.
   *
   * @param instance one value per JVM life
   * @param heartbeat the longest pause between two reports; null when the listener does not say
   * @param reportsFailed reports that could not be delivered since the agent began; null when an
   *     older listener does not say
   */
  public record Agent(
      String instance,
      @Nullable String version,
      @Nullable Duration heartbeat,
      @Nullable Long reportsFailed) {}

  /** The Spark application. */
  public record App(String id, String name, @Nullable String sparkVersion, @Nullable String host) {}

  /**
   * One query as its driver knows it.
   *
   * @param notMeasured why its sources are left out of {@code progress}: a limit, its value and how
   *     to raise it; null when the sources are complete
   */
  public record QueryReport(
      String id,
      String runId,
      @Nullable String name,
      Status status,
      Instant startedAt,
      @Nullable Instant endedAt,
      @Nullable QueryError error,
      @Nullable Trigger trigger,
      @Nullable String checkpoint,
      Instant lastEventAt,
      @Nullable Instant lastInputAt,
      boolean idle,
      @Nullable Instant batchInFlightSince,
      Totals totals,
      @Nullable Progress progress,
      @Nullable String notMeasured) {

    /** A query whose sources are complete. */
    public QueryReport(
        String id,
        String runId,
        @Nullable String name,
        Status status,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable QueryError error,
        @Nullable Trigger trigger,
        @Nullable String checkpoint,
        Instant lastEventAt,
        @Nullable Instant lastInputAt,
        boolean idle,
        @Nullable Instant batchInFlightSince,
        Totals totals,
        @Nullable Progress progress) {
      this(
          id,
          runId,
          name,
          status,
          startedAt,
          endedAt,
          error,
          trigger,
          checkpoint,
          lastEventAt,
          lastInputAt,
          idle,
          batchInFlightSince,
          totals,
          progress,
          null);
    }

    /** The same query without the parts that can be large. */
    public QueryReport withoutMeasurement(String reason) {
      return new QueryReport(
          id,
          runId,
          name,
          status,
          startedAt,
          endedAt,
          error,
          trigger,
          checkpoint,
          lastEventAt,
          lastInputAt,
          idle,
          batchInFlightSince,
          totals,
          progress == null ? null : progress.withoutParts(),
          reason);
    }
  }

  /** Whether a run goes on and how it ended. */
  public enum Status {
    RUNNING,
    STOPPED,
    FAILED
  }

  /** Why a run failed: the exception's class and the first line of its message. */
  public record QueryError(@Nullable String type, @Nullable String message) {}

  /**
   * How a query is triggered.
   *
   * @param interval null where the type has none; zero means as fast as possible
   */
  public record Trigger(Type type, @Nullable Duration interval) {
    /** Spark's kinds of trigger. */
    public enum Type {
      PROCESSING_TIME("ProcessingTime"),
      AVAILABLE_NOW("AvailableNow"),
      ONCE("Once"),
      CONTINUOUS("Continuous"),
      REAL_TIME("RealTime");

      private final String wireName;

      Type(String wireName) {
        this.wireName = wireName;
      }

      /** The name in reports and labels. */
      public String wireName() {
        return wireName;
      }
    }
  }
}

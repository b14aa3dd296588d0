package io.lagwatch.exporter.ingest;

import io.lagwatch.exporter.lag.ReportedBrokers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One decoded and checked report: the complete current state of every query of one driver. All
 * times are by the driver's clock; ages are relative to {@code sentAt}. Credentials in texts are
 * masked. Immutable.
 *
 * @param undecoded queries that a bug in the decoder left undecoded. The other queries are not
 *     affected
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

  /** Creates a report whose queries were all decoded. */
  public Report(Instant sentAt, Agent agent, App app, List<QueryReport> queries) {
    this(sentAt, agent, app, queries, List.of());
  }

  /** A query that could not be decoded because of a bug. */
  public record UndecodedQuery(String id, RuntimeException cause) {}

  /**
   * The agent in the driver's JVM.
   *
   * @param instance identifies one start of the driver's JVM
   * @param heartbeat the longest time between two reports; null if not reported
   * @param reportsFailed number of reports that could not be delivered since the agent started;
   *     null if an older listener does not report it
   */
  public record Agent(
      String instance,
      @Nullable String version,
      @Nullable Duration heartbeat,
      @Nullable Long reportsFailed) {}

  /** The Spark application. */
  public record App(String id, String name, @Nullable String sparkVersion, @Nullable String host) {}

  /**
   * The state of one query as its driver reports it.
   *
   * @param notMeasured why {@code progress} has no sources: the exceeded limit, its value and how
   *     to raise it; null if the sources are complete
   * @param brokers the Kafka brokers that the sources read, by the index of the source; a source is
   *     absent if the driver does not report them
   * @param invalidFields the fields of Spark's progress that could not be decoded
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
      @Nullable String notMeasured,
      Map<Integer, ReportedBrokers> brokers,
      InvalidFields invalidFields) {
    public QueryReport {
      brokers = Map.copyOf(brokers);
    }

    /** Creates a query whose sources are complete. */
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
          null,
          Map.of(),
          InvalidFields.NONE);
    }

    /** Returns a copy without the parts that can be large. */
    public QueryReport withoutMeasurement(String reason) {
      return with(
          progress == null ? null : progress.withoutParts(), reason, brokers, invalidFields);
    }

    /** Returns a copy with the brokers of its sources. */
    public QueryReport withBrokers(Map<Integer, ReportedBrokers> reported) {
      return with(progress, notMeasured, reported, invalidFields);
    }

    /** Returns a copy with the invalid fields of its progress. */
    QueryReport withInvalidFields(InvalidFields invalid) {
      return with(progress, notMeasured, brokers, invalid);
    }

    private QueryReport with(
        @Nullable Progress newProgress,
        @Nullable String newReason,
        Map<Integer, ReportedBrokers> newBrokers,
        InvalidFields newInvalidFields) {
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
          newProgress,
          newReason,
          newBrokers,
          newInvalidFields);
    }
  }

  /** Whether a run is still running, or how it ended. */
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
   * @param interval the trigger interval; null if the type has none. Zero means as fast as possible
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

      /** Returns the name in reports and labels. */
      public String wireName() {
        return wireName;
      }
    }
  }
}

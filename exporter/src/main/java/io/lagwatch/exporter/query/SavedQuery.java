package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.SavedField.notNegative;
import static io.lagwatch.exporter.query.SavedField.required;

import io.lagwatch.exporter.ingest.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One query in the format of the state file. Separate records, so that the others can change
 * without a new file format. Invalid content is rejected with an {@link IllegalArgumentException}
 * that names the field. Immutable.
 *
 * @param lastBatch null before the first batch of the current run
 * @param trigger null if the listener could not read it
 * @param uncountedOperators labels of the state operators whose rows Spark does not count
 */
public record SavedQuery(
    SavedIdentity identity,
    SavedApplication application,
    SavedRuns runs,
    @Nullable SavedTrigger trigger,
    SavedActivity activity,
    @Nullable SavedBatch lastBatch,
    List<SavedSource> sources,
    List<String> uncountedOperators) {
  public SavedQuery {
    required(identity, "identity");
    required(application, "application");
    required(runs, "runs");
    required(activity, "activity");
    sources = List.copyOf(required(sources, "sources"));
    uncountedOperators = uncountedOperators == null ? List.of() : List.copyOf(uncountedOperators);
  }

  /** Returns Spark's id of the query. */
  public String queryId() {
    return identity.queryId();
  }

  /**
   * The labels and ids of the query.
   *
   * @param app the label {@code app}
   * @param query the label {@code query}
   * @param name Spark's name of the query
   */
  public record SavedIdentity(
      String queryId,
      String app,
      String query,
      @Nullable String name,
      @Nullable String checkpoint,
      @Nullable String replacedQueryId) {
    public SavedIdentity {
      required(queryId, "queryId");
      required(app, "app");
      required(query, "query");
    }
  }

  /** The Spark application that reported the query last. */
  public record SavedApplication(
      String id, String name, @Nullable String sparkVersion, @Nullable String host) {
    public SavedApplication {
      required(id, "application.id");
      required(name, "application.name");
    }

    static SavedApplication of(Report.App app) {
      return new SavedApplication(app.id(), app.name(), app.sparkVersion(), app.host());
    }

    Report.App restored() {
      return new Report.App(id, name, sparkVersion, host);
    }
  }

  /**
   * The trigger.
   *
   * @param type name of the constant in {@link Report.Trigger.Type}
   */
  public record SavedTrigger(String type, @Nullable Duration interval) {
    public SavedTrigger {
      type(required(type, "trigger.type"));
    }

    static SavedTrigger of(Report.Trigger trigger) {
      return new SavedTrigger(trigger.type().name(), trigger.interval());
    }

    Report.Trigger restored() {
      return new Report.Trigger(type(type), interval);
    }

    private static Report.Trigger.Type type(String name) {
      return SavedField.named(Report.Trigger.Type.class, name, "trigger.type");
    }
  }

  /**
   * The content of the last report, except for the last batch.
   *
   * @param notMeasured why the query's sources are not stored; null if they are stored
   * @param lost whether the query was lost; null in a file of a version that did not save it
   * @param lastSuccessAt null if no run has succeeded
   * @param lastRunDuration null if no run has ended
   */
  public record SavedActivity(
      boolean idle,
      @Nullable Instant batchInFlightSince,
      @Nullable Instant maxEventTime,
      @Nullable Long reportsFailed,
      @Nullable String notMeasured,
      @Nullable Boolean lost,
      @Nullable Instant lastSuccessAt,
      @Nullable Duration lastRunDuration) {
    public SavedActivity {
      notNegative(reportsFailed, "reportsFailed");
    }
  }
}

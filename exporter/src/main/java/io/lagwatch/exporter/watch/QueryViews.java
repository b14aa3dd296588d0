package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.alert.RuleGauges;
import io.lagwatch.exporter.alert.RuleInput;
import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.query.ArrivalRates;
import io.lagwatch.exporter.query.LastBatch;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryIdentity;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.query.RunHistory;
import io.lagwatch.exporter.query.RunInfo;
import io.lagwatch.exporter.query.SourceFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides all values of one query that outputs show. Stateless. */
final class QueryViews {
  private static final String NO_BATCH = "no batch of this run has completed yet";
  private static final String UNKNOWN_BATCH =
      "batches have completed, but Spark's progress of the last one is not known";

  private final RuleInput inputs;
  private final QueryFacts facts;
  private final ArrivalRates arrival;
  private final Instant now;

  private QueryViews(RuleInput inputs, ArrivalRates arrival, Instant now) {
    this.inputs = inputs;
    this.facts = inputs.facts();
    this.arrival = arrival;
    this.now = now;
  }

  /**
   * Returns the view of one query.
   *
   * @param inputs facts with the state that follows from the signals
   * @param alerts alerts of the last evaluation
   * @param arrival arrival rates of the topics that the query reads
   */
  static QueryView of(
      RuleInput inputs, List<AlertStatus> alerts, ArrivalRates arrival, Instant now) {
    return new QueryViews(inputs, arrival, now).view(alerts);
  }

  private QueryView view(List<AlertStatus> alerts) {
    TriggerView trigger = trigger();
    return new QueryView(
        identity(),
        run(),
        LagViews.of(inputs),
        batch(trigger.interval()),
        trigger,
        new InputView(rates(), facts.sources().stream().map(this::source).toList()),
        state(),
        new AlertsView(alerts, RuleGauges.values(inputs)));
  }

  private IdentityView identity() {
    QueryIdentity id = facts.identity();
    Report.App app = id.app();
    return new IdentityView(
        id.key(),
        id.queryId(),
        facts.run().runId(),
        id.name(),
        new IdentityView.ApplicationView(app.id(), app.name(), app.sparkVersion(), app.host()),
        id.checkpoint(),
        id.replacedQueryId(),
        facts.run().otherLiveRunId());
  }

  private RunView run() {
    RunInfo run = facts.run();
    RunHistory history = facts.history();
    return new RunView(
        run.state(),
        run.startedAt(),
        run.endedAt(),
        run.lastReportAt(),
        run.lastEventAt(),
        history.finished(),
        failure(history),
        counters(history));
  }

  private static RunView.@Nullable FailureView failure(RunHistory history) {
    Report.QueryError error = history.lastError();
    return error == null
        ? null
        : new RunView.FailureView(error.type(), error.message(), history.lastFailureAt());
  }

  private static RunView.CountersView counters(RunHistory history) {
    Totals totals = history.totals();
    return new RunView.CountersView(
        history.runs(),
        history.failures(),
        totals.batches(),
        totals.emptyBatches(),
        totals.replayedBatches(),
        totals.inputRows(),
        totals.droppedLateRows(),
        history.reportsFailed());
  }

  private BatchView batch(@Nullable Duration interval) {
    LastBatch last = facts.progress().lastBatch();
    // If the driver does not report, it is unknown whether the batch is still running.
    Instant since = facts.run().state().isOver() ? null : facts.progress().batchInFlightSince();
    return new BatchView(
        last == null ? null : lastBatch(last, interval),
        last == null ? withoutBatch() : null,
        since,
        since == null ? null : Duration.between(since, now),
        facts.run().state() == QueryState.STUCK,
        facts.history().totals().batchSeconds(),
        new BatchView.InvalidFieldsView(
            facts.progress().invalidFields().count(), facts.progress().invalidFields().examples()));
  }

  private String withoutBatch() {
    return facts.progress().unknownBatchEndedAt() == null ? NO_BATCH : UNKNOWN_BATCH;
  }

  private static BatchView.LastBatchView lastBatch(LastBatch batch, @Nullable Duration interval) {
    return new BatchView.LastBatchView(
        batch.batchId(),
        batch.startedAt(),
        batch.endedAt(),
        batch.duration(),
        interval == null
            ? null
            : (Double) (batch.duration().toMillis() / (double) interval.toMillis()),
        batch.progress().numInputRows(),
        batch.progress().replayed(),
        batch.phases());
  }

  private TriggerView trigger() {
    Report.Trigger trigger = facts.trigger().reported();
    Duration interval = facts.trigger().interval();
    return new TriggerView(
        trigger == null ? null : trigger.type().wireName(),
        interval,
        interval == null ? withoutInterval(trigger) : null,
        trigger == null ? null : trigger.interval(),
        facts.trigger().reportsPosition(),
        inputs.settings().batch().batchNearTriggerRatio());
  }

  private static String withoutInterval(Report.@Nullable Trigger trigger) {
    if (trigger == null) {
      return "the driver could not read the trigger";
    }
    return trigger.type() == Report.Trigger.Type.PROCESSING_TIME
        ? "a batch starts as soon as the previous one has ended"
        : "the trigger " + trigger.type().wireName() + " does not start batches at an interval";
  }

  private RatesView rates() {
    Double input = facts.inputRate();
    Double processed = facts.processedRate();
    return new RatesView(
        input,
        processed,
        input == null || processed == null ? withoutRate() : null,
        arrival.ofAll(),
        arrival.ofKnown(),
        arrival.byTopic());
  }

  private String withoutRate() {
    return switch (facts.run().state()) {
      case LOST -> "the driver does not report";
      case STUCK -> "a batch has been running for much longer than usual";
      default ->
          facts.progress().lastBatch() == null ? withoutBatch() : "Spark has not reported the rate";
    };
  }

  private InputView.SourceView source(SourceFacts source) {
    return new InputView.SourceView(
        source.index(),
        source.description(),
        source.kafka(),
        source.consumedByTopic(),
        source.lastInputAt(),
        source.watchedSince(),
        arrival.ofSource(source.index()),
        source.route());
  }

  private StateView state() {
    Long rows = facts.progress().stateRows();
    List<StateView.OperatorView> operators =
        facts.progress().stateOperators().stream().map(QueryViews::operator).toList();
    return new StateView(
        operators,
        rows,
        rows == null && !operators.isEmpty()
            ? "Spark does not count the rows of every operator"
            : null,
        watermark());
  }

  private static StateView.OperatorView operator(Progress.StateOperator operator) {
    Long commit = operator.commitMs();
    return new StateView.OperatorView(
        operator.label(),
        operator.rows(),
        operator.rowsUpdated(),
        operator.memoryBytes(),
        commit == null ? null : Duration.ofMillis(commit),
        operator.rowsDroppedByWatermark());
  }

  private WatermarkView watermark() {
    Instant watermark = facts.progress().watermark();
    Duration age = inputs.signals().watermark().age();
    return new WatermarkView(
        watermark,
        facts.progress().maxEventTime(),
        age,
        age != null
            ? null
            : watermark == null ? "the query has no watermark" : "the query has been stopped");
  }
}

package io.lagwatch.exporter.web;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.exporter.alert.RuleGauges;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.query.LastBatch;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.watch.QueryView;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One query as the API shows it. Times are ISO-8601 in UTC by the exporter's clock, durations are
 * seconds, offsets and counts are whole numbers that may exceed 2<sup>53</sup> (a reader that keeps
 * numbers as doubles loses their last digits). {@code null} means unknown or not applicable, never
 * 0.
 *
 * <ul>
 *   <li>{@code app}, {@code query}: the labels of the query's series, and its address here; {@code
 *       id}, {@code runId}, {@code name}, {@code application} {@code {id, name, sparkVersion,
 *       host}}, {@code checkpoint}
 *   <li>{@code state}: running, idle, stuck, stopped, failed or lost; {@code startedAt}, {@code
 *       endedAt}, {@code lastReportAt}, {@code lastEventAt}, {@code batchInFlightSince}; {@code
 *       error} {@code {class, message, at}}: the last failure; {@code trigger} {@code {type,
 *       intervalSeconds}}
 *   <li>{@code replacedQueryId}: whose place it took under another checkpoint; {@code
 *       otherLiveRun}: a second live run of the same query id
 *   <li>{@code counters}: over all runs, as the {@code _total} metrics
 *   <li>{@code rates}: {@code inputRowsPerSecond} and {@code processedRowsPerSecond} as Spark has
 *       them, 0 when idle; {@code arrivalRecordsPerSecond} by topic, from the broker
 *   <li>{@code batch}: the last finished one; {@code eventTime} {@code {watermark, max}}; {@code
 *       stateOperators}
 *   <li>{@code lag}: see {@link LagJson}; {@code partitions} only where one query is asked for
 *   <li>{@code sources}, {@code alerts} (every rule that applies, with its sentence), {@code
 *       signals} (what the rules look at, and their thresholds, by metric name without prefix; what
 *       is unknown is left out)
 * </ul>
 */
final class QueryJson {
  /** A checkpoint's address may hold a password. */
  private QueryJson() {}

  /** All but the partitions. */
  static ObjectNode summary(QueryView query) {
    var facts = query.facts();
    var json = Json.object();
    identity(json, facts);
    life(json, query);
    json.set("counters", counters(facts));
    json.set("rates", rates(query));
    json.set("batch", batch(facts.progress().lastBatch()));
    json.set("eventTime", eventTime(facts));
    json.set("stateOperators", stateOperators(facts));
    json.set("lag", LagJson.of(facts.lag()));
    json.set("sources", sources(facts));
    json.set("alerts", AlertJson.all(query));
    json.set("signals", signals(query));
    return json;
  }

  /** The summary with the partitions. */
  static ObjectNode full(QueryView query) {
    var json = summary(query);
    json.set("partitions", LagJson.partitions(query.facts().lag()));
    return json;
  }

  private static void identity(ObjectNode json, QueryFacts facts) {
    var checkpoint = facts.identity().checkpoint();
    json.put("app", facts.identity().key().app())
        .put("query", facts.identity().key().query())
        .put("id", facts.identity().queryId())
        .put("runId", facts.run().runId())
        .put("name", facts.identity().name())
        .put("checkpoint", checkpoint);
    json.putObject("application")
        .put("id", facts.identity().app().id())
        .put("name", facts.identity().app().name())
        .put("sparkVersion", facts.identity().app().sparkVersion())
        .put("host", facts.identity().app().host());
  }

  private static void life(ObjectNode json, QueryView query) {
    var facts = query.facts();
    json.put("state", facts.run().state().label())
        .put("startedAt", Json.time(facts.run().startedAt()))
        .put("endedAt", Json.time(facts.run().endedAt()))
        .put("lastReportAt", Json.time(facts.run().lastReportAt()))
        .put("lastEventAt", Json.time(facts.run().lastEventAt()))
        .put("batchInFlightSince", Json.time(query.batch().runningSince()))
        .put("replacedQueryId", facts.identity().replacedQueryId())
        .put("otherLiveRun", facts.run().otherLiveRunId());
    var error = facts.history().lastError();
    json.set(
        "error",
        error == null
            ? null
            : Json.object()
                .put("class", error.type())
                .put("message", error.message())
                .put("at", Json.time(facts.history().lastFailureAt())));
    json.set("trigger", trigger(facts.trigger().reported()));
  }

  private static @Nullable ObjectNode trigger(Report.@Nullable Trigger trigger) {
    return trigger == null
        ? null
        : Json.object()
            .put("type", trigger.type().wireName())
            .put("intervalSeconds", Json.seconds(trigger.interval()));
  }

  private static ObjectNode counters(QueryFacts facts) {
    var totals = facts.history().totals();
    return Json.object()
        .put("runs", facts.history().runs())
        .put("failures", facts.history().failures())
        .put("batches", totals.batches())
        .put("emptyBatches", totals.emptyBatches())
        .put("inputRows", totals.inputRows())
        .put("droppedLateRows", totals.droppedLateRows())
        .put("replayedBatches", totals.replayedBatches())
        .put("reportsFailed", facts.history().reportsFailed());
  }

  private static ObjectNode rates(QueryView query) {
    var rates =
        Json.object()
            .put("inputRowsPerSecond", Json.finite(query.facts().inputRate()))
            .put("processedRowsPerSecond", Json.finite(query.facts().processedRate()));
    var arrivals = rates.putObject("arrivalRecordsPerSecond");
    query.arrivalPerSecond().forEach((topic, rate) -> arrivals.put(topic, Json.finite(rate)));
    return rates;
  }

  private static @Nullable ObjectNode batch(@Nullable LastBatch batch) {
    if (batch == null) {
      return null;
    }
    var json =
        Json.object()
            .put("id", batch.batchId())
            .put("startedAt", Json.time(batch.startedAt()))
            .put("endedAt", Json.time(batch.endedAt()))
            .put("durationSeconds", Json.seconds(batch.duration()))
            .put("inputRows", batch.progress().numInputRows())
            .put("replayed", batch.progress().replayed());
    var phases = json.putObject("phaseSeconds");
    for (Map.Entry<String, Long> phase : batch.progress().durationMs().entrySet()) {
      phases.put(phase.getKey(), phase.getValue() / 1000.0);
    }
    return json;
  }

  private static ObjectNode eventTime(QueryFacts facts) {
    return Json.object()
        .put("watermark", Json.time(facts.progress().watermark()))
        .put("max", Json.time(facts.progress().maxEventTime()));
  }

  private static ArrayNode stateOperators(QueryFacts facts) {
    var operators = Json.NODES.arrayNode();
    for (var operator : facts.progress().stateOperators()) {
      operators
          .addObject()
          .put("operator", operator.label())
          .put("rows", operator.rows())
          .put("rowsUpdated", operator.rowsUpdated())
          .put("memoryBytes", operator.memoryBytes())
          .put("commitSeconds", operator.commitMs() == null ? null : operator.commitMs() / 1000.0)
          .put("rowsDroppedByWatermark", operator.rowsDroppedByWatermark());
    }
    return operators;
  }

  private static ArrayNode sources(QueryFacts facts) {
    var sources = Json.NODES.arrayNode();
    for (var source : facts.sources()) {
      var json =
          sources
              .addObject()
              .put("index", source.index())
              .put("description", source.description())
              .put("kafka", source.kafka())
              .put("lastInputAt", Json.time(source.lastInputAt()))
              .put("watchedSince", Json.time(source.watchedSince()));
      var consumed = json.putObject("consumedOffsets");
      source.consumedByTopic().forEach(consumed::put);
    }
    return sources;
  }

  private static ObjectNode signals(QueryView query) {
    var signals = Json.object();
    RuleGauges.values(query.inputs())
        .forEach((name, value) -> signals.put(name, Json.finite(value.doubleValue())));
    return signals;
  }
}

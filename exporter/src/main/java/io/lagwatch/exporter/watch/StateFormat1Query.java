package io.lagwatch.exporter.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Converts a query of format 1, whose fields were not grouped, to the current format. Missing
 * fields stay missing; the saved records report them if they are required.
 */
final class StateFormat1Query {
  private StateFormat1Query() {}

  /** Returns the query in the current format. */
  static ObjectNode converted(JsonNode old) {
    ObjectNode query = object();
    ObjectNode identity = query.putObject("identity");
    copy(old, identity, "queryId", "name", "checkpoint", "replacedQueryId");
    copy(old.path("key"), identity, "app", "query");
    put(query, "application", old.path("app"));
    put(query, "runs", runs(old.path("runs")));
    put(query, "trigger", old.path("trigger"));
    ObjectNode activity = query.putObject("activity");
    copy(old, activity, "idle", "batchInFlightSince", "reportsFailed");
    put(activity, "maxEventTime", old.path("eventTimeMax"));
    put(query, "lastBatch", batch(old.path("lastBatch")));
    if (old.path("sources").isArray()) {
      var sources = query.putArray("sources");
      old.path("sources").forEach(source -> sources.add(source(source)));
    }
    copy(old, query, "uncountedOperators");
    return query;
  }

  private static JsonNode runs(JsonNode old) {
    if (!old.isObject()) {
      return old;
    }
    ObjectNode runs = object();
    put(runs, "current", run(old.path("current")));
    var others = runs.putArray("others");
    old.path("others").forEach(run -> others.add(run(run)));
    put(runs, "oldRunIds", old.path("oldIds"));
    copy(old, runs, "oldTotals", "count", "failures");
    if (old.path("lastFailureAt").isTextual()) {
      ObjectNode failure = runs.putObject("lastFailure");
      put(failure, "at", old.path("lastFailureAt"));
      put(failure, "error", old.path("lastError"));
    }
    return runs;
  }

  private static JsonNode run(JsonNode old) {
    if (!old.isObject()) {
      return old;
    }
    ObjectNode run = object();
    copy(old, run, "runId", "status", "totals");
    copy(
        old,
        run.putObject("times"),
        "startedAt",
        "firstReportAt",
        "lastReportAt",
        "lastEventAt",
        "endedAt");
    copy(old, run.putObject("reporter"), "agentInstance", "sentAt", "heartbeat");
    return run;
  }

  private static JsonNode batch(JsonNode old) {
    if (!old.isObject()) {
      return old;
    }
    ObjectNode batch = object();
    copy(old, batch, "batchId", "startedAt", "endedAt", "duration");
    JsonNode oldProgress = old.path("progress");
    ObjectNode progress = batch.putObject("progress");
    copy(
        oldProgress, progress, "timestamp", "durationMs", "watermark", "stateOperators", "sources");
    put(progress, "maxEventTime", oldProgress.path("eventTimeMax"));
    ObjectNode rows = progress.putObject("rows");
    put(rows, "input", oldProgress.path("numInputRows"));
    put(rows, "inputPerSecond", oldProgress.path("inputRowsPerSecond"));
    put(rows, "processedPerSecond", oldProgress.path("processedRowsPerSecond"));
    return batch;
  }

  private static JsonNode source(JsonNode old) {
    if (!old.isObject()) {
      return old;
    }
    ObjectNode source = object();
    copy(old, source, "index", "description", "kafka");
    ObjectNode position = source.putObject("position");
    put(position, "offsets", old.path("position"));
    copy(old, position, "latestAtPlanning", "pollsBeyondEnd");
    put(position, "changedAt", old.path("positionAt"));
    copy(old, source.putObject("input"), "lastInputAt", "watchedSince", "consumedByTopic");
    return source;
  }

  private static void copy(JsonNode from, ObjectNode to, String... fields) {
    for (String field : fields) {
      put(to, field, from.path(field));
    }
  }

  private static void put(ObjectNode to, String field, JsonNode value) {
    if (!value.isMissingNode()) {
      to.set(field, value);
    }
  }

  private static ObjectNode object() {
    return StateJson.MAPPER.createObjectNode();
  }
}

package io.lagwatch.listener;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One report: JSON of protocol 1 with the whole state of every query. Also remembers which ends of
 * runs it contains, because ended runs are removed once their end was delivered.
 */
final class DriverReport {
  /** An exporter rejects the whole report for a longer name or path, so both are truncated. */
  static final int MAX_NAME_CHARS = 1_000;

  static final int MAX_PATH_CHARS = 4_000;

  /** UTF-8. */
  final byte[] body;

  private final Map<QueryRun, RunStatus> ends;

  private DriverReport(byte[] body, Map<QueryRun, RunStatus> ends) {
    this.body = body;
    this.ends = ends;
  }

  /** The values that are the same in all reports of one agent. */
  static final class Header {
    final String instance;
    final @Nullable String version;
    final String appId;
    final String appName;
    final String sparkVersion;
    final @Nullable String host;
    final long heartbeatMillis;

    Header(
        String instance,
        @Nullable String version,
        long heartbeatMillis,
        String appId,
        String appName,
        String sparkVersion,
        @Nullable String host) {
      this.instance = instance;
      this.version = version;
      this.heartbeatMillis = heartbeatMillis;
      this.appId = appId;
      this.appName = appName;
      this.sparkVersion = sparkVersion;
      this.host = host;
    }
  }

  /**
   * Returns a report of the runs.
   *
   * @param defaultTrigger interval for runs whose trigger is unknown; null leaves it unknown
   */
  static DriverReport write(
      Header header,
      List<QueryRun> runs,
      @Nullable Duration defaultTrigger,
      long reportsFailed,
      long now) {
    Map<QueryRun, RunStatus> ends = new HashMap<>();
    JsonWriter json = new JsonWriter();
    json.beginObject();
    json.field("protocol", 1);
    json.field("sentAt", time(now));
    json.name("agent").beginObject();
    json.field("instance", header.instance);
    json.field("version", header.version);
    json.field("heartbeatMs", header.heartbeatMillis);
    json.field("reportsFailed", reportsFailed).endObject();
    json.name("app").beginObject();
    json.field("id", header.appId);
    json.field("name", truncate(header.appName, MAX_NAME_CHARS));
    json.field("sparkVersion", header.sparkVersion);
    json.field("host", header.host).endObject();
    json.name("queries").beginArray();
    for (QuerySnapshot query : QuerySnapshot.of(runs, now)) {
      if (!query.status.isRunning()) {
        ends.put(query.run, query.status);
      }
      writeQuery(json, query, defaultTrigger);
    }
    json.endArray().endObject();
    return new DriverReport(json.toString().getBytes(StandardCharsets.UTF_8), ends);
  }

  /** Records that this report was delivered, and with it the ends of runs in it. */
  void markDelivered(int endpoint) {
    ends.forEach((run, end) -> run.markEndDelivered(endpoint, end));
  }

  private static void writeQuery(
      JsonWriter json, QuerySnapshot query, @Nullable Duration defaultTrigger) {
    QueryRun run = query.run;
    RunStatus status = query.status;
    Activity activity = query.activity;
    json.beginObject();
    json.field("id", run.id.toString());
    json.field("runId", run.runId.toString());
    json.field("name", truncate(run.name, MAX_NAME_CHARS));
    json.field("status", status.name);
    json.field("startedAt", time(run.startedAt));
    json.field("endedAt", time(status.endedAt));
    QueryFailure failure = status.failure;
    if (failure == null) {
      json.raw("error", null);
    } else {
      json.name("error").beginObject();
      json.field("class", failure.type).field("message", failure.message).endObject();
    }
    writeTrigger(json, run.trigger, defaultTrigger);
    json.field("checkpoint", truncate(run.checkpoint, MAX_PATH_CHARS));
    writeSources(json, run.sources);
    json.field("lastEventAt", time(activity.lastEventAt));
    json.field("lastInputAt", time(activity.lastInputAt));
    json.field("idle", activity.isIdle);
    // The poller may set it after the end, when the two threads overlap.
    json.field("batchInFlightSince", status.isRunning() ? time(run.batchInFlightSince) : null);
    json.name("totals");
    activity.totals.writeTo(json);
    json.raw("progress", query.progress);
    json.endObject();
  }

  private static void writeTrigger(
      JsonWriter json, @Nullable QueryTrigger known, @Nullable Duration defaultTrigger) {
    if (known == null && defaultTrigger == null) {
      json.raw("trigger", null);
      return;
    }
    QueryTrigger trigger =
        known != null ? known : new QueryTrigger("ProcessingTime", defaultTrigger.toMillis());
    Long interval = trigger.intervalMillis;
    json.name("trigger").beginObject().field("type", trigger.type);
    json.raw("intervalMs", interval == null ? null : interval.toString()).endObject();
  }

  private static void writeSources(JsonWriter json, List<SourceBrokers> sources) {
    json.name("sources").beginArray();
    for (SourceBrokers source : sources) {
      json.beginObject();
      json.field("index", source.index);
      json.field("bootstrapServers", source.bootstrapServers);
      json.field("isolation", source.isolation).endObject();
    }
    json.endArray();
  }

  private static @Nullable String truncate(@Nullable String text, int maxChars) {
    return text == null ? null : QueryFailure.truncate(text, maxChars);
  }

  private static @Nullable String time(@Nullable Long millis) {
    return millis == null ? null : Instant.ofEpochMilli(millis).toString();
  }
}

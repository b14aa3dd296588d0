package io.lagwatch.listener;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One report: the JSON of protocol 1, which holds the whole state of every query, and what it says
 * about ends, so that they can be forgotten once they are heard.
 */
final class Report {
  /** An exporter refuses a report as a whole for a longer name or path, so they are cut. */
  static final int MAX_NAME = 1_000;

  static final int MAX_PATH = 4_000;

  /** UTF-8. */
  final byte[] body;

  private final Map<Run, Life> ends;

  private Report(byte[] body, Map<Run, Life> ends) {
    this.body = body;
    this.ends = ends;
  }

  /** What is the same in all reports of one agent. */
  static final class Sender {
    final String instance;
    final @Nullable String version;
    final String appId;
    final String appName;
    final String sparkVersion;
    final @Nullable String host;
    final long heartbeatMillis;

    Sender(
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

  static Report write(
      Sender sender,
      List<Run> runs,
      @Nullable Duration assumedTrigger,
      long reportsFailed,
      long now) {
    Map<Run, Life> ends = new HashMap<>();
    JsonWriter json = new JsonWriter();
    json.beginObject();
    json.field("protocol", 1);
    json.field("sentAt", time(now));
    json.name("agent").beginObject();
    json.field("instance", sender.instance);
    json.field("version", sender.version);
    json.field("heartbeatMs", sender.heartbeatMillis);
    json.field("reportsFailed", reportsFailed).endObject();
    json.name("app").beginObject();
    json.field("id", sender.appId);
    json.field("name", cut(sender.appName, MAX_NAME));
    json.field("sparkVersion", sender.sparkVersion);
    json.field("host", sender.host).endObject();
    json.name("queries").beginArray();
    for (QueryNow query : QueryNow.of(runs)) {
      if (!query.life.running()) {
        ends.put(query.run, query.life);
      }
      writeQuery(json, query, assumedTrigger);
    }
    json.endArray().endObject();
    return new Report(json.toString().getBytes(StandardCharsets.UTF_8), ends);
  }

  /** To be called once this report has arrived. */
  void heardBy(int endpoint) {
    ends.forEach((run, life) -> run.endHeard(endpoint, life));
  }

  private static void writeQuery(
      JsonWriter json, QueryNow query, @Nullable Duration assumedTrigger) {
    Run run = query.run;
    Life life = query.life;
    Activity activity = query.activity;
    json.beginObject();
    json.field("id", run.id.toString());
    json.field("runId", run.runId.toString());
    json.field("name", cut(run.name, MAX_NAME));
    json.field("status", life.status);
    json.field("startedAt", time(run.startedAt));
    json.field("endedAt", time(life.endedAt));
    Failure failure = life.failure;
    if (failure == null) {
      json.raw("error", null);
    } else {
      json.name("error").beginObject();
      json.field("class", failure.type).field("message", failure.message).endObject();
    }
    writeTrigger(json, run.trigger, assumedTrigger);
    json.field("checkpoint", cut(run.checkpoint, MAX_PATH));
    json.field("lastEventAt", time(activity.lastEventAt));
    json.field("lastInputAt", time(activity.lastInputAt));
    json.field("idle", activity.idle);
    json.field("batchInFlightSince", time(run.batchInFlightSince));
    json.name("totals");
    activity.totals.writeTo(json);
    json.raw("progress", query.progress);
    json.endObject();
  }

  private static void writeTrigger(
      JsonWriter json, @Nullable Trigger learnt, @Nullable Duration assumed) {
    if (learnt == null && assumed == null) {
      json.raw("trigger", null);
      return;
    }
    Trigger trigger = learnt != null ? learnt : new Trigger("ProcessingTime", assumed.toMillis());
    Long interval = trigger.intervalMillis;
    json.name("trigger").beginObject().field("type", trigger.type);
    json.raw("intervalMs", interval == null ? null : interval.toString()).endObject();
  }

  private static @Nullable String cut(@Nullable String text, int most) {
    return text == null ? null : Failure.cut(text, most);
  }

  private static @Nullable String time(@Nullable Long millis) {
    return millis == null ? null : Instant.ofEpochMilli(millis).toString();
  }
}

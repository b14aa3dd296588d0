package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.TimelineWriter.instant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a report as a driver's agent does. */
final class ReportWriter {
  private final ObjectMapper mapper;

  ReportWriter(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  ObjectNode report(Report report) {
    ObjectNode json = mapper.createObjectNode();
    json.put("protocol", 1).put("sentAt", instant(report.sentAt()));
    Duration heartbeat = report.agent().heartbeat();
    json.putObject("agent")
        .put("instance", report.agent().instance())
        .put("version", report.agent().version())
        .put("heartbeatMs", heartbeat == null ? null : heartbeat.toMillis())
        .put("reportsFailed", report.agent().reportsFailed());
    json.putObject("app")
        .put("id", report.app().id())
        .put("name", report.app().name())
        .put("sparkVersion", report.app().sparkVersion())
        .put("host", report.app().host());
    var queries = json.putArray("queries");
    report.queries().forEach(query -> queries.add(query(query)));
    return json;
  }

  private ObjectNode query(Report.QueryReport query) {
    ObjectNode json = mapper.createObjectNode();
    json.put("id", query.id())
        .put("runId", query.runId())
        .put("name", query.name())
        .put("status", query.status().name())
        .put("startedAt", instant(query.startedAt()))
        .put("endedAt", instant(query.endedAt()));
    var error = query.error();
    if (error != null) {
      json.putObject("error").put("class", error.type()).put("message", error.message());
    }
    var trigger = query.trigger();
    if (trigger != null) {
      json.putObject("trigger")
          .put("type", trigger.type().wireName())
          .put("intervalMs", trigger.interval() == null ? null : trigger.interval().toMillis());
    }
    json.put("checkpoint", query.checkpoint())
        .put("lastEventAt", instant(query.lastEventAt()))
        .put("lastInputAt", instant(query.lastInputAt()))
        .put("idle", query.idle())
        .put("batchInFlightSince", instant(query.batchInFlightSince()));
    var totals = query.totals();
    ObjectNode wire = json.putObject("totals");
    wire.put("batches", totals.batches())
        .put("emptyBatches", totals.emptyBatches())
        .put("inputRows", totals.inputRows())
        .put("droppedLateRows", totals.droppedLateRows())
        .put("replayedBatches", totals.replayedBatches());
    var buckets =
        wire.putObject("batchSeconds")
            .put("count", totals.batchSeconds().count())
            .put("sum", totals.batchSeconds().sum())
            .putObject("buckets");
    totals.batchSeconds().buckets().forEach((bound, count) -> buckets.put(bound.toString(), count));
    Progress progress = query.progress();
    json.set("progress", progress == null ? NullNode.getInstance() : progress(query, progress));
    return json;
  }

  private ObjectNode progress(Report.QueryReport query, Progress progress) {
    ObjectNode json = mapper.createObjectNode();
    json.put("id", query.id())
        .put("runId", query.runId())
        .put("name", query.name())
        .put("timestamp", instant(progress.timestamp()))
        .put("batchId", progress.batchId())
        .put("numInputRows", progress.numInputRows())
        .put("inputRowsPerSecond", progress.inputRowsPerSecond())
        .put("processedRowsPerSecond", progress.processedRowsPerSecond());
    ObjectNode durations = json.putObject("durationMs");
    progress.durationMs().forEach(durations::put);
    if (progress.watermark() != null) {
      ObjectNode eventTime = json.putObject("eventTime");
      eventTime.put("watermark", instant(progress.watermark()));
      if (progress.eventTimeMax() != null) {
        eventTime.put("max", instant(progress.eventTimeMax()));
      }
    }
    var operators = json.putArray("stateOperators");
    for (Progress.StateOperator operator : progress.stateOperators()) {
      operators
          .addObject()
          .put("operatorName", operator.name())
          .put("numRowsTotal", operator.rows())
          .put("numRowsUpdated", operator.rowsUpdated())
          .put("commitTimeMs", operator.commitMs())
          .put("memoryUsedBytes", operator.memoryBytes())
          .put("numRowsDroppedByWatermark", operator.rowsDroppedByWatermark())
          .putObject("customMetrics");
    }
    var sources = json.putArray("sources");
    for (Progress.Source source : progress.sources()) {
      ObjectNode wire = sources.addObject().put("description", source.description());
      wire.set("startOffset", offsets(source.start()));
      wire.set("endOffset", offsets(source.end()));
      wire.set("latestOffset", offsets(source.latest()));
      wire.put("numInputRows", source.numInputRows());
    }
    json.putObject("sink")
        .put("description", "FileSink[s3a://warehouse/tile]")
        .put("numOutputRows", -1);
    return json;
  }

  private JsonNode offsets(@Nullable Map<TopicPartition, Long> offsets) {
    return offsets == null
        ? NullNode.getInstance()
        : TimelineWriter.offsets(mapper.createObjectNode(), offsets);
  }
}

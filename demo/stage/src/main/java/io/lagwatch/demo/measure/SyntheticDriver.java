package io.lagwatch.demo.measure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/** Creates the reports that the listener of a driver would send, without a driver. */
final class SyntheticDriver {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final UUID instance = UUID.randomUUID();
  private final Instant startedAt = Instant.now();
  private final String app;
  private final int queries;
  private final int partitions;
  private long batch;

  /**
   * Creates a driver whose query n reads topic {@code app-n}.
   *
   * @param partitions partitions of each topic
   */
  SyntheticDriver(String app, int queries, int partitions) {
    this.app = app;
    this.queries = queries;
    this.partitions = partitions;
  }

  String topic(int query) {
    return app + "-" + query;
  }

  /** Returns the body of the next report, after one more batch of every query. */
  byte[] nextReport() throws IOException {
    batch++;
    ObjectNode report = JSON.createObjectNode().put("protocol", 1);
    report.put("sentAt", Instant.now().toString());
    report.putObject("agent").put("instance", instance.toString()).put("version", "0.1.0");
    report.putObject("app").put("id", "spark-" + instance).put("name", app).put("host", "driver");
    for (int i = 0; i < queries; i++) {
      query(report.withArray("queries").addObject(), i);
    }
    return JSON.writeValueAsBytes(report);
  }

  private void query(ObjectNode query, int number) throws IOException {
    UUID id = UUID.nameUUIDFromBytes((app + number).getBytes(StandardCharsets.UTF_8));
    String now = Instant.now().toString();
    query.put("id", id.toString()).put("runId", id.toString()).put("name", "query-" + number);
    query.put("status", "RUNNING").put("startedAt", startedAt.toString()).put("lastEventAt", now);
    query.put("lastInputAt", now).put("idle", false);
    query.putObject("trigger").put("type", "ProcessingTime").put("intervalMs", 1000);
    query.putObject("totals").put("batches", batch).put("inputRows", batch * 100);
    query.set("progress", progress(id, number, now));
  }

  private ObjectNode progress(UUID id, int number, String now) throws IOException {
    ObjectNode progress =
        (ObjectNode)
            JSON.readTree(
                """
                {"numInputRows": 100, "inputRowsPerSecond": 100.0, "processedRowsPerSecond": 250.0,
                 "durationMs": {"addBatch": 300, "commitOffsets": 20, "getBatch": 1, "latestOffset": 9,
                   "queryPlanning": 40, "triggerExecution": 400, "walCommit": 25},
                 "eventTime": {"watermark": "2026-01-01T00:00:00.000Z"},
                 "stateOperators": [{"operatorName": "stateStoreSave", "numRowsTotal": 500,
                   "numRowsUpdated": 20, "commitTimeMs": 60, "memoryUsedBytes": 90000,
                   "numRowsDroppedByWatermark": 0}],
                 "sink": {"description": "FileSink[out]", "numOutputRows": -1}}
                """);
    progress.put("id", id.toString()).put("runId", id.toString()).put("name", "query-" + number);
    progress.put("timestamp", now).put("batchId", batch);
    ObjectNode source = progress.putArray("sources").addObject();
    source.put("description", "KafkaV2[Subscribe[" + topic(number) + "]]").put("numInputRows", 100);
    source.set("startOffset", offsets(number, batch - 1));
    source.set("endOffset", offsets(number, batch));
    source.set("latestOffset", offsets(number, batch));
    return progress;
  }

  private ObjectNode offsets(int query, long offset) {
    ObjectNode offsets = JSON.createObjectNode();
    ObjectNode topic = offsets.putObject(topic(query));
    for (int i = 0; i < partitions; i++) {
      topic.put(Integer.toString(i), offset);
    }
    return offsets;
  }
}

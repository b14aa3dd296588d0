package io.lagwatch.demo.accuracy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/**
 * Creates reports without a driver, each with one query.
 *
 * @param app name of the application
 * @param instance instance of the agent
 */
record SyntheticReports(String app, UUID instance) {
  /**
   * Returns a report with a query that has read partition 0 of {@code topic} up to {@code
   * position}.
   *
   * @param query its name. Its id depends on the name and on {@code life}
   * @param life number of the query with this name; each has its own id
   */
  byte[] report(String query, int life, String status, String topic, long position)
      throws IOException {
    String now = Instant.now().toString();
    ObjectNode report = QueryRequest.JSON.createObjectNode().put("protocol", 1).put("sentAt", now);
    report.putObject("agent").put("instance", instance.toString());
    report.putObject("app").put("id", "spark-" + instance).put("name", app);
    ObjectNode one = report.putArray("queries").addObject();
    byte[] seed = (instance + query + life).getBytes(StandardCharsets.UTF_8);
    one.put("id", UUID.nameUUIDFromBytes(seed).toString());
    one.put("runId", UUID.nameUUIDFromBytes(seed).toString()).put("name", query);
    one.put("status", status).put("startedAt", now).put("lastEventAt", now);
    one.putObject("totals").put("batches", position).put("inputRows", position);
    String progress =
        """
        {"timestamp": "%s", "batchId": %d, "numInputRows": 1,
         "durationMs": {"addBatch": 1, "triggerExecution": 1},
         "sources": [{"description": "KafkaV2[Subscribe[%s]]", "numInputRows": 1,
           "startOffset": {"%s": {"0": 0}}, "endOffset": {"%s": {"0": %d}}}]}
        """;
    one.set(
        "progress",
        QueryRequest.JSON.readTree(
            progress.formatted(now, position, topic, topic, topic, position)));
    return QueryRequest.JSON.writeValueAsBytes(report);
  }
}

package io.lagwatch.demo.accuracy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/**
 * Creates the reports of a driver, without a driver; one query each.
 *
 * @param app its name
 * @param instance of its agent
 */
record SyntheticReports(String app, UUID instance) {
  /**
   * A query that has read partition 0 of {@code topic} up to {@code position}.
   *
   * @param query its name; its id comes from it and {@code life}
   * @param life a query whose name was used before has a new id
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

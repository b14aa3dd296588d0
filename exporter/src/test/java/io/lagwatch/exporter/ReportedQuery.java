package io.lagwatch.exporter;

import static java.util.stream.Collectors.joining;

import io.lagwatch.exporter.ingest.ReportBody;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A running query that reads one topic, as a driver on the exporter's host reports it. Its
 * application is {@value #APP}.
 *
 * @param position in each partition
 * @param brokers the bootstrap servers of its source; null for those of a listener before 0.2,
 *     which does not report them
 * @param isolation the isolation level of its source; null if it is not set
 */
record ReportedQuery(
    String name,
    String topic,
    int partitions,
    long position,
    @Nullable String brokers,
    @Nullable String isolation) {
  static final String APP = "course-tiles";

  /** The report that it makes now. */
  byte[] body() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    String offsets =
        IntStream.range(0, partitions)
            .mapToObj(partition -> "\"%d\": %d".formatted(partition, position))
            .collect(joining(",", "{", "}"));
    String progress =
        """
        {"timestamp": "%s", "batchId": 119, "numInputRows": 10, "durationMs": {"addBatch": 400, "triggerExecution": 450},
         "sources": [{"description": "KafkaV2[Subscribe[%s]]", "numInputRows": 10,
           "startOffset": {"%2$s": %s}, "endOffset": {"%2$s": %3$s}}]}
        """
            .formatted(now, topic, offsets);
    ReportBody body =
        ReportBody.smallest()
            .with("/sentAt", "\"" + now + "\"")
            .with("/agent/instance", "\"agent-" + name + "\"")
            .with("/app/host", "\"localhost\"")
            .with("/queries/0/id", "\"id-" + name + "\"")
            .with("/queries/0/runId", "\"run-" + name + "\"")
            .with("/queries/0/name", "\"" + name + "\"")
            .with("/queries/0/lastEventAt", "\"" + now + "\"")
            .with("/queries/0/progress", progress);
    if (brokers != null) {
      String level = isolation == null ? "null" : "\"" + isolation + "\"";
      body.with(
          "/queries/0/sources",
          "[{\"index\": 0, \"bootstrapServers\": \"%s\", \"isolation\": %s}]"
              .formatted(brokers, level));
    }
    return body.bytes();
  }
}

package io.lagwatch.exporter.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.lagwatch.exporter.ingest.Report.Trigger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportDecoderTest {
  @Test
  void readsEveryFieldOfAReport() {
    var report =
        ReportBody.smallest()
            .with(
                "/agent",
                "{\"instance\": \"agent-1\", \"version\": \"0.1.0\", \"heartbeatMs\": 30000,"
                    + " \"reportsFailed\": 4}")
            .with("/app/sparkVersion", "\"3.5.9\"")
            .with("/app/host", "\"driver-0\"")
            .with("/queries/0/name", "\"course-activity-tile\"")
            .with("/queries/0/status", "\"FAILED\"")
            .with("/queries/0/endedAt", "\"2026-03-02T00:00:00.400Z\"")
            .with("/queries/0/error", "{\"class\": \"a.B\", \"message\": \"no disk\\n at c.D\"}")
            .with("/queries/0/trigger", "{\"type\": \"ProcessingTime\", \"intervalMs\": 30000}")
            .with("/queries/0/checkpoint", "\"s3a://checkpoints/tile\"")
            .with("/queries/0/lastInputAt", "\"2026-03-02T01:00:00.100+01:00\"")
            .with("/queries/0/idle", "true")
            .with("/queries/0/batchInFlightSince", "\"2026-03-02T00:00:00.200Z\"")
            .with(
                "/queries/0/totals",
                """
                {"batches": 120, "emptyBatches": 3, "inputRows": 3600000, "droppedLateRows": 12,
                 "replayedBatches": 1,
                 "batchSeconds": {"count": 120, "sum": 1980.4, "buckets": {"10": 100, "0.5": 2}}}
                """)
            .accepted();

    assertThat(report.sentAt()).isEqualTo(Instant.parse("2026-03-02T00:00:00.900Z"));
    assertThat(report.agent())
        .isEqualTo(new Report.Agent("agent-1", "0.1.0", Duration.ofSeconds(30), 4L));
    assertThat(report.app())
        .isEqualTo(new Report.App("spark-1", "course-tiles", "3.5.9", "driver-0"));
    var query = report.queries().get(0);
    assertThat(query.name()).isEqualTo("course-activity-tile");
    assertThat(query.status()).isEqualTo(Report.Status.FAILED);
    assertThat(query.startedAt()).isEqualTo(Instant.parse("2026-03-01T00:00:00Z"));
    assertThat(query.endedAt()).isEqualTo(Instant.parse("2026-03-02T00:00:00.400Z"));
    assertThat(query.error()).isEqualTo(new Report.QueryError("a.B", "no disk"));
    assertThat(query.trigger())
        .isEqualTo(new Trigger(Trigger.Type.PROCESSING_TIME, Duration.ofSeconds(30)));
    assertThat(query.checkpoint()).isEqualTo("s3a://checkpoints/tile");
    assertThat(query.lastEventAt()).isEqualTo(Instant.parse("2026-03-02T00:00:00.500Z"));
    assertThat(query.lastInputAt()).isEqualTo(Instant.parse("2026-03-02T00:00:00.100Z"));
    assertThat(query.idle()).isTrue();
    assertThat(query.batchInFlightSince()).isEqualTo(Instant.parse("2026-03-02T00:00:00.200Z"));
    assertThat(query.totals().emptyBatches()).isEqualTo(3);
    assertThat(query.totals().droppedLateRows()).isEqualTo(12);
    assertThat(query.totals().replayedBatches()).isEqualTo(1);
    assertThat(query.totals().batchSeconds().sum()).isEqualTo(1980.4);
    assertThat(query.totals().batchSeconds().buckets()).isEqualTo(Map.of(0.5, 2L, 10.0, 100L));
  }

  @Test
  void optionalFieldsMayBeMissing() {
    var query = ReportBody.smallest().accepted().queries().get(0);
    assertThat(query.name()).isNull();
    assertThat(query.endedAt()).isNull();
    assertThat(query.error()).isNull();
    assertThat(query.trigger()).isNull();
    assertThat(query.progress()).isNull();
    assertThat(query.idle()).isFalse();
    assertThat(query.totals()).isEqualTo(new Totals(120, 0, 3600000, 0, 0, Totals.Durations.NONE));
  }

  @Test
  void nullMeansMissing() {
    var body = ReportBody.smallest().with("/agent/version", "null").with("/app/host", "null");
    for (var field :
        new String[] {
          "name",
          "endedAt",
          "error",
          "trigger",
          "checkpoint",
          "lastInputAt",
          "idle",
          "batchInFlightSince",
          "progress"
        }) {
      body.with("/queries/0/" + field, "null");
    }
    for (var field :
        new String[] {"emptyBatches", "droppedLateRows", "replayedBatches", "batchSeconds"}) {
      body.with("/queries/0/totals/" + field, "null");
    }
    assertThat(body.accepted()).isEqualTo(ReportBody.smallest().accepted());
  }

  @Test
  void acceptsADriverWithoutQueries() {
    assertThat(ReportBody.smallest().with("/queries", "[]").accepted().queries()).isEmpty();
    assertThat(ReportBody.smallest().without("/queries").accepted().queries()).isEmpty();
  }

  @Test
  void ignoresUnknownFields() {
    var body =
        ReportBody.smallest().with("/later", "{\"a\": [1, 2]}").with("/queries/0/later", "[]");
    assertThat(body.accepted()).isEqualTo(ReportBody.smallest().accepted());
  }

  @ParameterizedTest
  @CsvSource({
    "ProcessingTime, PROCESSING_TIME",
    "AvailableNow, AVAILABLE_NOW",
    "Once, ONCE",
    "Continuous, CONTINUOUS",
    "RealTime, REAL_TIME"
  })
  void decodesSparksTriggers(String wireName, Trigger.Type type) {
    var body = ReportBody.smallest().with("/queries/0/trigger", "{\"type\": \"" + wireName + "\"}");
    assertThat(body.accepted().queries().get(0).trigger()).isEqualTo(new Trigger(type, null));
  }

  @Test
  void unknownTriggerTypeIsNull() {
    var body =
        ReportBody.smallest()
            .with("/queries/0/trigger", "{\"type\": \"Lunar\", \"intervalMs\": 5}");
    assertThat(body.accepted().queries().get(0).trigger()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"say \"hi\"\\ {a=\"b\"}", "two\nlines\r\n\ttab", "Kürs 課程 🚀\u2028", " "})
  void keepsNamesExactly(String name) {
    var json = new TextNode(name);
    var report =
        ReportBody.smallest().with("/app/name", json).with("/queries/0/name", json).accepted();
    assertThat(report.app().name()).isEqualTo(name);
    assertThat(report.queries().get(0).name()).isEqualTo(name);
  }

  @Test
  void keepsANameOfAThousandCharacters() {
    var name = "🚀".repeat(1000);
    var report = ReportBody.smallest().with("/queries/0/name", "\"" + name + "\"").accepted();
    assertThat(report.queries().get(0).name()).isEqualTo(name);
  }

  @Test
  void emptyNameMeansNoName() {
    var report =
        ReportBody.smallest().with("/app/name", "\"\"").with("/queries/0/name", "\"\"").accepted();
    assertThat(report.app().name()).isEqualTo("spark-1");
    assertThat(report.queries().get(0).name()).isNull();
  }

  @Test
  void acceptsTwoRunsOfOneQuery() {
    var body =
        ReportBody.smallest()
            .with(
                "/queries/1",
                """
                {"id": "query-1", "runId": "run-2", "status": "STOPPED",
                 "startedAt": "2026-03-01T00:00:00.000Z", "lastEventAt": "2026-03-02T00:00:00.500Z",
                 "totals": {"batches": 1, "inputRows": 1}}
                """);
    assertThat(body.accepted().queries())
        .extracting(Report.QueryReport::runId)
        .containsExactly("run-1", "run-2");
  }

  @Test
  void ignoresAnObservedMetricOfMegabytes() {
    String sketch = "{\"sketch\": {\"longest\": \"" + "x".repeat(4_000_000) + "\"}}";
    assertThat(ReportBody.smallest().with("/queries/0/observedMetrics", sketch).accepted())
        .isEqualTo(ReportBody.smallest().accepted());
  }

  @Test
  void cutsALongErrorToItsFirstLineOf500Characters() {
    var body =
        ReportBody.smallest()
            .with("/queries/0/error", "{\"message\": \"" + "x".repeat(2000) + "\"}");
    var error = body.accepted().queries().get(0).error();
    assertThat(error.type()).isNull();
    assertThat(error.message()).isEqualTo("x".repeat(500));
  }

  @Test
  void readsOtherEncodingsOfJson() {
    var text = new String(ReportBody.smallest().bytes(), StandardCharsets.UTF_8);
    assertThat(new ReportDecoder().decode(text.getBytes(StandardCharsets.UTF_16BE)))
        .isEqualTo(ReportBody.smallest().decode());
  }
}

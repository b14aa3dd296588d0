package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.ReportBody;
import io.lagwatch.exporter.ingest.ReportDecoder;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.query.QueryState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A query whose progress has values of the wrong type is neither idle nor without lag. */
class InvalidProgressTest {
  private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");

  private static final List<String> VALUES =
      List.of("\"x\"", "\"7\"", "7", "7.0", "7.5", "-1", "null", "true", "[]", "{}", "[null]");

  private final LiveMonitor monitor =
      new LiveMonitor(
          List.of(new LiveMonitor.Cluster("main", Pattern.compile(".*"), Duration.ofSeconds(15))),
          QueryRules.NONE,
          Duration.ofHours(24),
          START,
          cluster -> {});

  @BeforeEach
  void poll() {
    monitor.polled(
        new ClusterPoll(
            "main", Map.of(t(0), new ClusterPoll.Offsets(150, 0L)), Map.of(), Map.of(), Set.of()),
        START,
        Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/timestamp",
        "/batchId",
        "/numInputRows",
        "/durationMs",
        "/durationMs/addBatch",
        "/durationMs/triggerExecution",
        "/eventTime",
        "/stateOperators",
        "/sources",
        "/sources/0",
        "/sources/0/description",
        "/sources/0/startOffset",
        "/sources/0/endOffset",
        "/sources/0/latestOffset",
        "/sources/0/endOffset/t",
        "/sources/0/endOffset/t/0",
        "/sources/0/numInputRows"
      })
  void lagIsRightOrUnknownAndTheQueryIsNotIdle(String field) {
    long second = 0;
    for (String value : VALUES) {
      if (isValid(field, value)) {
        continue;
      }
      second++;
      report(second, progress(second), second);
      assertThat(view().lag().records()).isEqualTo(150 - (100 + second));
      second++;
      long counted = monitor.invalidFields();
      report(second, progress(second).with("/queries/0/progress" + field, value), second);
      QueryView query = view();
      assertThat(query.run().state()).as(value).isEqualTo(QueryState.RUNNING);
      Long lag = query.lag().records();
      assertThat(lag == null || lag == 150 - (100 + second) || keepsPosition(field, lag, second))
          .as("lag %s with %s", lag, value)
          .isTrue();
      if (lag == null) {
        assertThat(query.lag().reason())
            .as(value)
            .isNotNull()
            .isNotEqualTo("no source of the query is Kafka");
        assertThat(monitor.invalidFields()).as(value).isGreaterThan(counted);
        assertThat(query.batch().invalidFields().examples()).as(value).isNotEmpty();
      }
      var last = query.batch().last();
      assertThat(last == null ? null : last.duration())
          .as("duration with %s", value)
          .isNotEqualTo(Duration.ZERO);
      assertThat(last == null).isEqualTo(query.batch().reason() != null);
    }
  }

  /** Without offsets in it, an endOffset leaves the position of the batch before. */
  private static boolean keepsPosition(String field, long lag, long second) {
    return field.startsWith("/sources/0/endOffset") && lag == 150 - (100 + second - 1);
  }

  private static boolean isValid(String field, String value) {
    return switch (field) {
      case "/batchId" -> Set.of("7", "7.0", "\"7\"").contains(value);
      case "/sources/0/description" -> value.startsWith("\"");
      case "/sources/0/endOffset/t/0" -> value.equals("7");
      default -> false;
    };
  }

  @Test
  void everyInvalidFieldIsCounted() {
    report(1, progress(1).with("/queries/0/progress/numInputRows", "\"x\""), 1);
    report(2, progress(2).with("/queries/0/progress/batchId", "\"x\""), 2);
    assertThat(monitor.invalidFields()).isEqualTo(2);
    assertThat(view().batch().invalidFields().examples())
        .containsExactly(
            "batchId: expected a whole number from 0 to 9223372036854775807, found \"x\"");
    report(3, progress(3), 3);
    assertThat(monitor.invalidFields()).isEqualTo(2);
    assertThat(view().batch().invalidFields().examples()).isEmpty();
  }

  @Test
  void droppedProgressLeavesThePositionUnknownUntilTheNext() {
    report(1, progress(1), 1);
    report(2, progress(2).with("/queries/0/progress/timestamp", "7"), 2);
    assertThat(view().lag().records()).isNull();
    assertThat(view().lag().reason())
        .isEqualTo("batches have ended for which Spark reported no valid position");
    assertThat(view().batch().last()).as("the batch before is not the last one").isNull();
    report(3, progress(3), 3);
    assertThat(view().lag().records()).isEqualTo(47);
  }

  @Test
  void firstProgressThatIsInvalidIsNotAQueryBeforeItsFirstBatch() {
    report(1, progress(1).with("/queries/0/progress/batchId", "\"x\""), 1);
    assertThat(view().lag().reason())
        .isEqualTo("batches have ended for which Spark reported no valid position");
    assertThat(view().batch().reason()).contains("Spark's progress of the last one is not known");
  }

  @Test
  void invalidSourcesKeepWhatWasCounted() {
    report(1, progress(1), 1);
    report(2, progress(2), 2);
    assertThat(view().sources().get(0).consumedByTopic()).isEqualTo(Map.of("t", 2L));
    report(3, progress(3).with("/queries/0/progress/sources", "\"x\""), 3);
    report(4, progress(4), 4);
    assertThat(view().sources().get(0).consumedByTopic()).isEqualTo(Map.of("t", 4L));
  }

  private QueryView view() {
    return monitor.snapshot(START.plusSeconds(5)).queries().get(0);
  }

  private void report(long batches, ReportBody body, long second) {
    body.with("/queries/0/totals/batches", Long.toString(batches));
    var decoded = new ReportDecoder().decode(body.bytes());
    assertThat(decoded).isInstanceOf(Decoded.Accepted.class);
    monitor.report(((Decoded.Accepted) decoded).report(), START.plusMillis(second));
  }

  /** A report with a batch that ended at offset 100 plus its id. */
  private static ReportBody progress(long batch) {
    return ReportBody.smallest()
        .with("/sentAt", '"' + START.plusMillis(batch).toString() + '"')
        .with("/queries/0/lastEventAt", '"' + START.plusMillis(batch).toString() + '"')
        .with(
            "/queries/0/progress",
            """
            {"timestamp": "2026-03-02T00:00:00.000Z", "batchId": %d,
             "numInputRows": 1,
             "durationMs": {"addBatch": 8, "latestOffset": 1, "walCommit": 1,
               "triggerExecution": 10},
             "eventTime": {"watermark": "2026-03-01T00:00:00.000Z"},
             "stateOperators": [{"operatorName": "dedupe", "numRowsTotal": 4}],
             "sources": [{"description": "KafkaV2[Subscribe[t]]", "numInputRows": 1,
               "startOffset": {"t": {"0": %d}}, "endOffset": {"t": {"0": %d}},
               "latestOffset": {"t": {"0": %d}}}]}
            """
                .formatted(batch, 99 + batch, 100 + batch, 100 + batch));
  }
}

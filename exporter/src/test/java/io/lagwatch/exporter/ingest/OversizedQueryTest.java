package io.lagwatch.exporter.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A query that is too large does not affect the other queries of its report. */
class OversizedQueryTest {
  private static final String SMALL = source("KafkaV2[Subscribe[a]]", offsets(1));

  @Test
  void limitsTheNumberOfSources() {
    assertThat(notMeasured(progress(list(1_000, SMALL), "[]"))).isNull();
    assertThat(notMeasured(progress(list(1_001, SMALL), "[]")))
        .isEqualTo("not measured: it has 1001 sources, the limit is 1000");
  }

  @Test
  void limitsTheNumberOfStateOperators() {
    assertThat(notMeasured(progress("[" + SMALL + "]", list(1_000, "{}")))).isNull();
    assertThat(notMeasured(progress("[" + SMALL + "]", list(1_001, "{}"))))
        .isEqualTo("not measured: it has 1001 state operators, the limit is 1000");
  }

  @Test
  void limitsTheDescriptionOfAKafkaSource() {
    assertThat(notMeasured(progress("[" + described(200_000) + "]", "[]"))).isNull();
    assertThat(notMeasured(progress("[" + described(200_001) + "]", "[]")))
        .isEqualTo(
            "not measured: a source's description has 200001 characters, the limit is 200000; use"
                + " subscribePattern instead of subscribe");
  }

  @Test
  void limitsThePartitionsOfAReport() {
    // The small query has one partition of the 100,000.
    assertThat(notMeasured(progress("[" + latest(99_999) + "]", "[]"))).isNull();
    assertThat(notMeasured(progress("[" + latest(100_001) + "]", "[]")))
        .isEqualTo("not measured: a report may have 100000 partitions in total");
  }

  @Test
  void limitsTheNodesOfAReport() {
    Report report = decoded(progress("[" + latest(2_000) + "]", "[]"), 1_500);
    assertThat(report.queries().get(0).notMeasured())
        .isEqualTo(
            "not measured: its progress is too large for the exporter's heap; increase -Xmx");
    assertThat(report.queries().get(0).progress().batchId()).isEqualTo(7);
    assertThat(report.queries().get(0).progress().sources()).isEmpty();
    assertThat(report.queries().get(1).notMeasured()).isNull();
    assertThat(report.queries().get(1).progress().sources()).hasSize(1);
  }

  @Test
  void rejectsAReportThatIsTooLargeOutsideOfProgress() {
    var body = "{\"x\": [" + "1,".repeat(100) + "1]}";
    var decoder = new ReportDecoder(ReportFields::progress, 100);
    assertThat(decoder.decode(body.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOfSatisfying(
            Decoded.Refused.class,
            refused -> assertThat(refused.code()).isEqualTo("limit_exceeded"));
  }

  @Test
  void cutsTheDescriptionOfAnotherSource() {
    var rate = source("RateStreamV2[" + "x".repeat(4 << 20) + "]", "null");
    List<Progress.Source> sources =
        decoded(progress("[" + rate + "]", "[]"), 1_000_000).queries().get(0).progress().sources();
    assertThat(sources.get(0).description()).hasSize(ProgressDecoder.MAX_DESCRIPTION);
  }

  @Test
  void nodeLimitGrowsWithTheHeap() {
    assertThat(ReportTree.nodesFor(16L << 20)).isEqualTo(50_000);
    assertThat(ReportTree.nodesFor(64L << 20)).isEqualTo(65_536);
    assertThat(ReportTree.nodesFor(8L << 30)).isEqualTo(1_000_000);
  }

  private static String notMeasured(String progress) {
    Report report = decoded(progress, 1_000_000);
    assertThat(report.queries()).hasSize(2);
    assertThat(report.queries().get(1).notMeasured()).isNull();
    assertThat(report.queries().get(0).progress().sources().isEmpty())
        .isEqualTo(report.queries().get(0).notMeasured() != null);
    return report.queries().get(0).notMeasured();
  }

  /** Decodes a report with this progress, followed by a small query. */
  private static Report decoded(String progress, long maxNodes) {
    var body =
        new String(
            ReportBody.smallest().with("/queries/0/progress", progress).bytes(),
            StandardCharsets.UTF_8);
    var small =
        new String(
            ReportBody.smallest()
                .with("/queries/0/progress", progress("[" + SMALL + "]", "[]"))
                .with("/queries/0/id", "\"small\"")
                .bytes(),
            StandardCharsets.UTF_8);
    var second = small.substring(small.indexOf('[') + 1, small.lastIndexOf(']'));
    var both =
        body.substring(0, body.lastIndexOf(']'))
            + ","
            + second
            + body.substring(body.lastIndexOf(']'));
    var decoded =
        new ReportDecoder(ReportFields::progress, maxNodes)
            .decode(both.getBytes(StandardCharsets.UTF_8));
    assertThat(decoded).isInstanceOf(Decoded.Accepted.class);
    return ((Decoded.Accepted) decoded).report();
  }

  private static String progress(String sources, String operators) {
    return "{\"timestamp\": \"2026-03-02T00:00:00.000Z\", \"batchId\": 7, \"sources\": "
        + sources
        + ", \"stateOperators\": "
        + operators
        + "}";
  }

  private static String source(String description, String latest) {
    return "{\"description\": \"" + description + "\", \"latestOffset\": " + latest + "}";
  }

  private static String latest(int partitions) {
    return source("KafkaV2[Subscribe[a]]", offsets(partitions));
  }

  private static String offsets(int partitions) {
    return IntStream.range(0, partitions)
        .mapToObj(i -> "\"" + i + "\":1")
        .collect(Collectors.joining(",", "{\"a\": {", "}}"));
  }

  private static String described(int length) {
    int names = length - "KafkaV2[Subscribe[]]".length();
    return source("KafkaV2[Subscribe[" + "x".repeat(names) + "]]", "null");
  }

  private static String list(int size, String item) {
    return IntStream.range(0, size).mapToObj(i -> item).collect(Collectors.joining(",", "[", "]"));
  }
}

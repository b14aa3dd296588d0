package io.lagwatch.exporter.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A bug in decoding one query must not affect the other queries of its report. */
class UndecodedQueryTest {
  private static final String SECOND =
      """
      {"id": "query-2", "runId": "run-2", "status": "RUNNING",
       "startedAt": "2026-03-01T00:00:00.000Z", "lastEventAt": "2026-03-02T00:00:00.500Z",
       "checkpoint": "s3a://KEY:SECRET@bucket/checkpoints/query-2",
       "totals": {"batches": 1, "inputRows": 10}}
      """;

  @Test
  void listsTheUndecodedQueryAndDecodesTheOthers() {
    var decoder =
        new ReportDecoder(
            progress -> {
              if (progress.path().startsWith("queries[0]")) {
                throw new IllegalStateException("a bug");
              }
              return DecodedProgress.NONE;
            });

    Decoded decoded = decoder.decode(ReportBody.smallest().with("/queries/1", SECOND).bytes());

    assertThat(decoded).isInstanceOf(Decoded.Accepted.class);
    Report report = ((Decoded.Accepted) decoded).report();
    assertThat(report.queries()).extracting(Report.QueryReport::id).containsExactly("query-2");
    assertThat(report.undecoded()).extracting(Report.UndecodedQuery::id).containsExactly("query-1");
    assertThat(report.undecoded().get(0).cause()).hasMessage("a bug");
  }

  @Test
  void masksTheCheckpoint() {
    Decoded decoded =
        new ReportDecoder().decode(ReportBody.smallest().with("/queries/1", SECOND).bytes());

    Report report = ((Decoded.Accepted) decoded).report();
    assertThat(report.queries().get(1).checkpoint())
        .startsWith("s3a://")
        .endsWith("@bucket/checkpoints/query-2")
        .doesNotContain("SECRET");
  }

  @Test
  void masksASecretAcrossTheEndOfWhatIsKeptOfAnError() {
    String before = "x".repeat(480) + " s3a://";
    Report report =
        ReportBody.smallest()
            .with(
                "/queries/0/error",
                "{\"class\": \"E\", \"message\": \""
                    + before
                    + "KEY:SECRET-OF-20-BYTES@bucket/x\"}")
            .accepted();
    assertThat(report.queries().get(0).error().message()).isEqualTo(before + "***@bucket/x");
  }
}

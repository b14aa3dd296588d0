package io.lagwatch.exporter.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rejections name the field and the expected value, for any input. */
class ReportRefusalTest {
  private static final String TIME =
      "expected a time as 2026-01-31T23:59:59.999Z between the years 1970 and 2200, found ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/protocol | protocol | 1",
        "/sentAt | sentAt | a time as 2026-01-31T23:59:59.999Z between the years 1970 and 2200",
        "/agent | agent | an object",
        "/agent/instance | agent.instance | an id of 1 to 200 characters",
        "/app | app | an object",
        "/app/id | app.id | an id of 1 to 200 characters",
        "/app/name | app.name | text of at most 1000 characters",
        "/queries/0/id | queries[0].id | an id of 1 to 200 characters",
        "/queries/0/runId | queries[0].runId | an id of 1 to 200 characters",
        "/queries/0/status | queries[0].status | RUNNING, STOPPED or FAILED",
        "/queries/0/startedAt | queries[0].startedAt | a time as 2026-01-31T23:59:59.999Z between"
            + " the years 1970 and 2200",
        "/queries/0/lastEventAt | queries[0].lastEventAt | a time as 2026-01-31T23:59:59.999Z"
            + " between the years 1970 and 2200",
        "/queries/0/totals | queries[0].totals | an object",
        "/queries/0/totals/batches | queries[0].totals.batches | a whole number from 0 to"
            + " 100000000000000000",
        "/queries/0/totals/inputRows | queries[0].totals.inputRows | a whole number from 0 to"
            + " 100000000000000000"
      })
  void namesTheMissingField(String pointer, String path, String expected) {
    assertThat(ReportBody.smallest().without(pointer).decode())
        .isEqualTo(refused("missing_field", "expected " + expected + ", found nothing", path));
    assertThat(ReportBody.smallest().with(pointer, "null").decode())
        .isEqualTo(refused("missing_field", "expected " + expected + ", found null", path));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/queries/0/totals/batches | -1 | queries[0].totals.batches | expected a whole number from"
            + " 0 to 100000000000000000, found -1",
        "/queries/0/totals/batches | 1.5 | queries[0].totals.batches | expected a whole number from"
            + " 0 to 100000000000000000, found 1.5",
        "/queries/0/totals/batches | \"12\" | queries[0].totals.batches | expected a whole number"
            + " from 0 to 100000000000000000, found \"12\"",
        "/queries/0/totals/inputRows | 9223372036854775808 | queries[0].totals.inputRows | expected"
            + " a whole number from 0 to 100000000000000000, found 9223372036854775808",
        "/queries/0/totals/emptyBatches | 121 | queries[0].totals.emptyBatches | expected a whole"
            + " number from 0 to 120, found 121",
        "/queries/0/totals/batchSeconds | [] | queries[0].totals.batchSeconds | expected an object,"
            + " found an array",
        "/queries/0/totals/batchSeconds | {\"sum\": -0.5} | queries[0].totals.batchSeconds.sum |"
            + " expected a number of seconds from 0 to 1000000000000, found -0.5",
        "/queries/0/totals/batchSeconds | {\"count\": 2, \"buckets\": {\"1\": 3}} |"
            + " queries[0].totals.batchSeconds.buckets[\"1\"] | expected a whole number from 0 to"
            + " 2, found 3",
        "/queries/0/totals/batchSeconds | {\"count\": 9, \"buckets\": {\"10\": 3, \"1\": 4}} |"
            + " queries[0].totals.batchSeconds.buckets[\"10\"] | expected a cumulative count of at"
            + " least 4, found 3",
        "/queries/0/totals/batchSeconds | {\"count\": 9, \"buckets\": {\"-1\": 3}} |"
            + " queries[0].totals.batchSeconds.buckets[\"-1\"] | expected a positive number of"
            + " seconds as the bound, found \"-1\"",
        "/queries/0/totals/batchSeconds | {\"count\": 9, \"buckets\": {\"le\": 3}} |"
            + " queries[0].totals.batchSeconds.buckets[\"le\"] | expected a positive number of"
            + " seconds as the bound, found \"le\"",
        "/queries/0/totals/batchSeconds | {\"count\": 9, \"buckets\": {\"1\": 3, \"1.0\": 3}} |"
            + " queries[0].totals.batchSeconds.buckets[\"1.0\"] | expected each bound once, found"
            + " \"1.0\"",
        "/queries/0/status | \"running\" | queries[0].status | expected RUNNING, STOPPED or FAILED,"
            + " found \"running\"",
        "/queries/0/status | 3 | queries[0].status | expected RUNNING, STOPPED or FAILED, found 3",
        "/queries/0/trigger | {\"type\": 4} | queries[0].trigger.type | expected text of at most"
            + " 1000 characters, found 4",
        "/queries/0/trigger | {\"intervalMs\": -1} | queries[0].trigger.intervalMs | expected a"
            + " whole number from 0 to 315360000000, found -1",
        "/queries/0/idle | \"no\" | queries[0].idle | expected true or false, found \"no\"",
        "/queries/0/error | {\"message\": 4} | queries[0].error.message | expected text, found 4",
        "/queries/0/progress | 7 | queries[0].progress | expected an object, found 7",
        "/queries/0/id | \"\" | queries[0].id | expected an id of 1 to 200 characters, found \"\"",
        "/queries/0/id | \"a\\n"
            + "b\" | queries[0].id | expected an id of 1 to 200 characters, found \"a\\u000ab\"",
        "/queries/0/name | [] | queries[0].name | expected text of at most 1000 characters, found"
            + " an array",
        "/queries/0/name | \"a\\u0000\" | queries[0].name | expected text without U+0000 and"
            + " unpaired surrogates, found \"a\\u0000\"",
        "/queries | {} | queries | expected a list of at most 1000, found an object",
        "/queries/0 | 5 | queries[0] | expected an object, found 5"
      })
  void namesTheInvalidField(String pointer, String json, String path, String message) {
    assertThat(ReportBody.smallest().with(pointer, json).decode())
        .isEqualTo(refused("invalid_field", message, path));
  }

  @Test
  void rejectsSpecialNumbersAndUnpairedSurrogates() {
    var good = new String(ReportBody.smallest().bytes(), StandardCharsets.UTF_8);
    var whole = "expected a whole number from 0 to 100000000000000000, found ";
    for (var number : List.of("NaN", "Infinity")) {
      assertThat(decode(good.replace("3600000", number)))
          .isEqualTo(refused("invalid_field", whole + number, "queries[0].totals.inputRows"));
    }
    assertThat(decode(good.replace("3600000", "1e400")))
        .isEqualTo(refused("invalid_field", whole + "Infinity", "queries[0].totals.inputRows"));
    assertThat(decode(good.replace("course-tiles", "a\\ud800b")))
        .isEqualTo(
            refused(
                "invalid_field",
                "expected text without U+0000 and unpaired surrogates, found \"a\\ud800b\"",
                "app.name"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"yesterday\"",
        "1772409600000",
        "\"2026-03-02\"",
        "\"2026-13-02T00:00:00Z\"",
        "\"1969-12-31T23:59:59Z\"",
        "\"9999-01-01T00:00:00Z\"",
        "\"+999999999-01-01T00:00:00Z\""
      })
  void rejectsInvalidTimes(String time) {
    assertThat(ReportBody.smallest().with("/sentAt", time).decode())
        .isEqualTo(refused("invalid_field", TIME + time, "sentAt"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "0", "\"1\"", "1.0", "18446744073709551617"})
  void rejectsUnknownProtocols(String version) {
    assertThat(ReportBody.smallest().with("/protocol", version).decode())
        .isEqualTo(
            refused(
                "unknown_protocol",
                "expected report protocol 1, found "
                    + version
                    + "; if the listener is newer than the exporter, upgrade the exporter first",
                "protocol"));
  }

  @Test
  void rejectsTheSameRunTwice() {
    var twice =
        ReportBody.smallest()
            .with(
                "/queries/1",
                """
                {"id": "query-1", "runId": "run-1", "status": "STOPPED",
                 "startedAt": "2026-03-01T00:00:00.000Z", "lastEventAt": "2026-03-02T00:00:00.500Z",
                 "totals": {"batches": 1, "inputRows": 1}}
                """);
    assertThat(twice.decode())
        .isEqualTo(
            refused(
                "invalid_field",
                "expected each run of a query once, found \"run-1\" again",
                "queries[1].runId"));
  }

  @Test
  void shortensQuotedValues() {
    assertThat(
            ReportBody.smallest().with("/queries/0/status", "\"" + "x".repeat(500) + "\"").decode())
        .isEqualTo(
            refused(
                "invalid_field",
                "expected RUNNING, STOPPED or FAILED, found \"" + "x".repeat(80) + "…\"",
                "queries[0].status"));
    assertThat(ReportBody.smallest().with("/app/name", "\"" + "x".repeat(1001) + "\"").decode())
        .isEqualTo(
            refused(
                "invalid_field",
                "expected text of at most 1000 characters, found 1001 characters",
                "app.name"));
  }

  @Test
  void namesLineAndColumnOfMalformedJson() {
    assertThat(decode("{\"protocol\": 1,\n \"sentAt\" \"x\"}"))
        .isEqualTo(
            refused(
                "malformed_json",
                "expected well-formed JSON, found: Unexpected character ('\"' (code 34)): was"
                    + " expecting a colon to separate field name and value at line 2, column 11",
                null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{}{}", "{'a': 1}", "\u0000", "hello", "{\"protocol\": 1} x"})
  void rejectsMalformedJson(String body) {
    assertThat(decode(body))
        .isInstanceOfSatisfying(
            Decoded.Refused.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("malformed_json");
              assertThat(refused.message())
                  .startsWith("expected well-formed JSON, found: ")
                  .contains("line 1");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"`` | nothing", "[] | an array", "null | null", "5 | 5"},
      quoteCharacter = '`')
  void rejectsABodyThatIsNotAnObject(String body, String found) {
    assertThat(decode(body))
        .isInstanceOfSatisfying(
            Decoded.Refused.class,
            refused -> {
              assertThat(refused.message()).isEqualTo("expected an object, found " + found);
              assertThat(refused.path()).isNull();
            });
  }

  @Test
  void rejectsJsonAboveTheLimits() {
    assertLimit("[".repeat(100_000));
    assertLimit("{\"a\":".repeat(100_000));
    assertLimit("{\"a\": \"" + "x".repeat(5_100_000) + "\"}");
    assertLimit("{\"a\": " + "1".repeat(1_000) + "}");
    assertLimit("{\"" + "k".repeat(100_000) + "\": 1}");
    assertLimit("[" + "1,".repeat(3_000_000) + "1]");
  }

  @Test
  void rejectsTooManyQueries() {
    var query = "{\"a\": 1}";
    var queries =
        IntStream.range(0, 1001).mapToObj(i -> query).collect(Collectors.joining(",", "[", "]"));
    assertThat(ReportBody.smallest().with("/queries", queries).decode())
        .isEqualTo(
            refused("limit_exceeded", "expected a list of at most 1000, found 1001", "queries"));
  }

  @Test
  void neverThrowsForRandomBytes() {
    var random = new Random(42);
    var good =
        ReportBody.smallest()
            .with("/queries/0/progress", progress("\"endOffset\": {\"a\": {\"0\": 1}}"))
            .bytes();
    for (int i = 0; i < 20_000; i++) {
      var bytes = good.clone();
      for (int n = random.nextInt(4); n >= 0; n--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      var decoded = new ReportDecoder().decode(bytes);
      if (decoded instanceof Decoded.Refused refused) {
        assertThat(refused.message()).hasSizeLessThan(500).doesNotContainPattern("\\p{Cntrl}");
      }
    }
  }

  private static String progress(String source) {
    return "{\"timestamp\": \"2026-03-02T00:00:00.000Z\", \"batchId\": 1, \"sources\":"
        + " [{\"description\": \"KafkaV2[Subscribe[a]]\", "
        + source
        + "}]}";
  }

  private static void assertLimit(String body) {
    assertThat(decode(body))
        .isInstanceOfSatisfying(
            Decoded.Refused.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("limit_exceeded");
              assertThat(refused.message())
                  .startsWith("expected JSON within the limits, found: ")
                  .hasSizeLessThan(400);
            });
  }

  private static Decoded decode(String body) {
    return new ReportDecoder().decode(body.getBytes(StandardCharsets.UTF_8));
  }

  private static Decoded.Refused refused(String code, String message, String path) {
    return new Decoded.Refused(code, message, path);
  }
}

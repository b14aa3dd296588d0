package io.lagwatch.exporter.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of the wrong type in every field of a progress are read if certain, else named. */
class InvalidProgressFieldsTest {
  private static final String COMPLETE =
      """
      {"timestamp": "2026-03-02T00:00:00.000Z", "batchId": 3, "batchDuration": 11,
       "numInputRows": 5, "inputRowsPerSecond": 1.5, "processedRowsPerSecond": 2.5,
       "durationMs": {"addBatch": 8, "latestOffset": 1, "walCommit": 1, "triggerExecution": 10},
       "eventTime": {"watermark": "2026-03-01T00:00:00.000Z", "max": "2026-03-01T01:00:00.000Z"},
       "stateOperators": [{"operatorName": "dedupe", "numRowsTotal": 4, "numRowsUpdated": 1,
         "numRowsRemoved": 0, "memoryUsedBytes": 100, "numRowsDroppedByWatermark": 0,
         "commitTimeMs": 2}],
       "sources": [{"description": "KafkaV2[Subscribe[t]]", "numInputRows": 5,
         "startOffset": {"t": {"0": 5}}, "endOffset": {"t": {"0": 10}},
         "latestOffset": {"t": {"0": 12}}}]}
      """;

  private static final Map<String, Function<Progress, Object>> NUMBERS =
      Map.ofEntries(
          Map.entry("/numInputRows", Progress::numInputRows),
          Map.entry("/inputRowsPerSecond", Progress::inputRowsPerSecond),
          Map.entry("/processedRowsPerSecond", Progress::processedRowsPerSecond),
          Map.entry("/durationMs/addBatch", progress -> progress.durationMs().get("addBatch")),
          Map.entry("/durationMs/walCommit", progress -> progress.durationMs().get("walCommit")),
          Map.entry("/stateOperators/0/numRowsTotal", progress -> operator(progress).rows()),
          Map.entry(
              "/stateOperators/0/numRowsUpdated", progress -> operator(progress).rowsUpdated()),
          Map.entry(
              "/stateOperators/0/memoryUsedBytes", progress -> operator(progress).memoryBytes()),
          Map.entry(
              "/stateOperators/0/numRowsDroppedByWatermark",
              progress -> operator(progress).rowsDroppedByWatermark()),
          Map.entry("/stateOperators/0/commitTimeMs", progress -> operator(progress).commitMs()),
          Map.entry("/sources/0/numInputRows", progress -> source(progress).numInputRows()));

  private static final List<String> NO_NUMBERS =
      List.of("\"x\"", "\"\"", "\" 7\"", "\"-7\"", "-7", "true", "[7]", "{}", "\"7 ms\"");

  @Test
  void completeProgressHasNoInvalidField() {
    assertThat(decode(tree(COMPLETE)).invalid()).isEqualTo(InvalidFields.NONE);
  }

  static Stream<Arguments> certainNumbers() {
    return NUMBERS.keySet().stream()
        .flatMap(
            field ->
                Stream.of("7", "7.0", "7e0", "\"7\"", "\"7.0\"")
                    .map(value -> Arguments.of(field, value)));
  }

  @ParameterizedTest
  @MethodSource("certainNumbers")
  void numberInQuotesAndWithTheFractionZeroIsRead(String field, String value) {
    DecodedProgress decoded = decode(changed(field, value));
    assertThat(decoded.invalid()).isEqualTo(InvalidFields.NONE);
    assertThat(((Number) NUMBERS.get(field).apply(progress(decoded))).doubleValue()).isEqualTo(7);
  }

  static Stream<Arguments> invalidNumbers() {
    return NUMBERS.keySet().stream()
        .flatMap(field -> NO_NUMBERS.stream().map(value -> Arguments.of(field, value)));
  }

  @ParameterizedTest
  @MethodSource("invalidNumbers")
  void invalidNumberIsUnknownAndNamed(String field, String value) {
    DecodedProgress decoded = decode(changed(field, value));
    assertThat(NUMBERS.get(field).apply(progress(decoded))).isNull();
    assertThat(decoded.invalid().count()).isEqualTo(1);
    String name = field.substring(field.lastIndexOf('/') + 1);
    assertThat(decoded.invalid().examples().get(0))
        .contains(name)
        .contains(": expected ")
        .contains(", found ");
    assertThat(progress(decoded).idle()).isFalse();
    assertThat(progress(decoded).replayed()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"7.5", "9223372036854775808", "1e19", "1e400", "\"99999999999999999999\""})
  void wholeNumberWithAFractionOrAboveItsLimitIsUnknownAndNamed(String value) {
    DecodedProgress decoded = decode(changed("/numInputRows", value));
    assertThat(progress(decoded).numInputRows()).isNull();
    assertThat(decoded.invalid().count()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"9007199254740992.0", "\"9007199254740993\"", "9007199254740993"})
  void batchIdIsReadExactly(String value) {
    DecodedProgress decoded = decode(changed("/batchId", value));
    assertThat(progress(decoded).batchId()).isBetween(1L << 53, (1L << 53) + 1);
    assertThat(decode(changed("/batchId", "9007199254740994.0")).progress()).isNull();
  }

  @Test
  void absentNumberIsUnknownAndNotInvalid() {
    for (String field : NUMBERS.keySet()) {
      if (!field.startsWith("/durationMs")) {
        DecodedProgress decoded = decode(changed(field, "null"));
        assertThat(NUMBERS.get(field).apply(progress(decoded))).as(field).isNull();
        assertThat(decoded.invalid()).as(field).isEqualTo(InvalidFields.NONE);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"NaN\"", "NaN", "\"Infinity\"", "-Infinity"})
  void rateThatIsNotFiniteIsUnknownAndNotInvalid(String value) {
    DecodedProgress decoded = decode(changed("/inputRowsPerSecond", value));
    assertThat(progress(decoded).inputRowsPerSecond()).isNull();
    assertThat(decoded.invalid()).isEqualTo(InvalidFields.NONE);
  }

  static Stream<Arguments> required() {
    return Stream.of("/timestamp", "/batchId")
        .flatMap(
            field ->
                Stream.of("null", "\"x\"", "\"\"", "true", "[]", "{}", "-1", "1.5")
                    .map(value -> Arguments.of(field, value)));
  }

  @ParameterizedTest
  @MethodSource("required")
  void progressWithoutTimestampOrBatchIdIsNamed(String field, String value) {
    DecodedProgress decoded = decode(changed(field, value));
    assertThat(decoded.progress()).isNull();
    assertThat(decoded.invalid().examples())
        .singleElement()
        .asString()
        .contains(field.substring(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-03-02T00:00:00",
        "2026-03-02T00:00:00.000",
        "2026-03-02T02:00:00+02:00",
        "2026-03-02T00:00Z",
        "2026-03-02 00:00:00.000"
      })
  void timeWithoutAZoneIsUtc(String time) {
    DecodedProgress decoded = decode(changed("/timestamp", '"' + time + '"'));
    assertThat(progress(decoded).timestamp()).isEqualTo(Instant.parse("2026-03-02T00:00:00Z"));
    assertThat(decoded.invalid()).isEqualTo(InvalidFields.NONE);
    assertThat(progress(decode(changed("/eventTime/watermark", '"' + time + '"'))).watermark())
        .isEqualTo(Instant.parse("2026-03-02T00:00:00Z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "true", "\"tomorrow\"", "{}", "1772409600000"})
  void invalidEventTimeIsUnknownAndNamed(String value) {
    for (String field : List.of("watermark", "max")) {
      DecodedProgress decoded = decode(changed("/eventTime/" + field, value));
      assertThat(decoded.invalid().examples())
          .singleElement()
          .asString()
          .startsWith("eventTime." + field + ": expected a time, found ");
      assertThat(
              field.equals("max")
                  ? progress(decoded).eventTimeMax()
                  : progress(decoded).watermark())
          .isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "true", "\"x\"", "[]", "null"})
  void batchWithoutValidDurationsIsNotIdleAndNotReplayed(String value) {
    DecodedProgress decoded = decode(changed("/durationMs", value));
    assertThat(progress(decoded).idle()).isFalse();
    assertThat(progress(decoded).replayed()).isFalse();
    assertThat(decoded.invalid().examples()).singleElement().asString().startsWith("durationMs: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "\"x\"", "1.5"})
  void phaseWithoutAValidDurationTookPlace(String value) {
    for (String phase : List.of("addBatch", "latestOffset")) {
      DecodedProgress decoded = decode(changed("/durationMs/" + phase, value));
      assertThat(progress(decoded).idle()).isFalse();
      assertThat(progress(decoded).replayed()).isFalse();
      assertThat(progress(decoded).unmeasuredPhases()).containsExactly(phase);
      assertThat(decoded.invalid().count()).isEqualTo(1);
    }
  }

  @Test
  void durationOfTheTriggerIsThatOfTheBatchIfItIsInvalid() {
    ObjectNode tree = changed("/durationMs/triggerExecution", "\"x\"");
    assertThat(progress(decode(tree)).triggerExecution()).hasMillis(11);
    tree.remove("batchDuration");
    assertThat(progress(decode(tree)).triggerExecution()).as("unknown, not zero").isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "true", "{}", "[]", "null"})
  void sourceWithoutADescriptionIsNotSaidToBeNoKafkaSource(String value) {
    DecodedProgress decoded = decode(changed("/sources/0/description", value));
    assertThat(source(progress(decoded)).isUnreadable()).isTrue();
    assertThat(decoded.invalid().examples())
        .singleElement()
        .asString()
        .startsWith("sources[0].description: expected text, found ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "true", "{}", "[]"})
  void operatorNameThatIsNoTextIsNamed(String value) {
    DecodedProgress decoded = decode(changed("/stateOperators/0/operatorName", value));
    assertThat(operator(progress(decoded)).name()).isEmpty();
    assertThat(decoded.invalid().count()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "true", "\"x\"", "[]"})
  void containerOfTheWrongTypeIsNamed(String value) {
    for (String field :
        List.of(
            "/eventTime",
            "/stateOperators/0",
            "/sources/0/startOffset",
            "/sources/0/endOffset",
            "/sources/0/latestOffset")) {
      assertThat(decode(changed(field, value)).invalid().count()).as(field).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "true", "\"x\"", "{\"0\": {}}"})
  void listOfTheWrongTypeIsNamed(String value) {
    assertThat(decode(changed("/stateOperators", value)).invalid().count()).isEqualTo(1);
    DecodedProgress decoded = decode(changed("/sources", value));
    assertThat(decoded.invalid().count()).isEqualTo(1);
    assertThat(progress(decoded).sources()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"7\"", "7.0", "-1", "null", "true"})
  void invalidOffsetIsUnknownAndNamed(String value) {
    for (String field : List.of("startOffset", "endOffset", "latestOffset")) {
      DecodedProgress decoded = decode(changed("/sources/0/" + field + "/t/0", value));
      assertThat(decoded.invalid().examples())
          .as(field)
          .singleElement()
          .asString()
          .startsWith("sources[0]." + field + ": ");
    }
  }

  @Test
  void rowsAreUnknownIfAnInvalidFieldLeavesOpenWhetherTheyAreCounted() {
    ObjectNode tree = changed("/stateOperators/0/numRowsTotal", "0");
    ((ObjectNode) tree.at("/stateOperators/0")).put("numRowsUpdated", "many");
    assertThat(operator(progress(decode(tree))).rows()).isNull();
  }

  @Test
  void namesTheFirstFieldsAndCountsAll() {
    ObjectNode tree = changed("/numInputRows", "\"user:SECRET@host\"");
    for (int i = 0; i < 20; i++) {
      ((ObjectNode) tree.get("durationMs")).put("phase\n" + i, "x".repeat(500));
    }
    InvalidFields invalid = decode(tree).invalid();
    assertThat(invalid.count()).isEqualTo(21);
    assertThat(invalid.examples())
        .hasSize(InvalidFields.MAX_EXAMPLES)
        .allSatisfy(text -> assertThat(text).hasSizeLessThan(300).doesNotContain("\n"));
  }

  private static DecodedProgress decode(JsonNode progress) {
    return ProgressDecoder.decodeFields(progress);
  }

  private static Progress progress(DecodedProgress decoded) {
    return Objects.requireNonNull(decoded.progress());
  }

  private static Progress.StateOperator operator(Progress progress) {
    return progress.stateOperators().get(0);
  }

  private static Progress.Source source(Progress progress) {
    return progress.sources().get(0);
  }

  private static ObjectNode changed(String field, String value) {
    var tree = (ObjectNode) tree(COMPLETE);
    int slash = field.lastIndexOf('/');
    JsonNode parent = tree.at(field.substring(0, slash));
    String name = field.substring(slash + 1);
    if (parent instanceof ArrayNode list) {
      list.set(Integer.parseInt(name), tree(value));
    } else {
      ((ObjectNode) parent).set(name, tree(value));
    }
    return tree;
  }

  private static JsonNode tree(String json) {
    try {
      return ReportDecoder.mapper().readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }
}

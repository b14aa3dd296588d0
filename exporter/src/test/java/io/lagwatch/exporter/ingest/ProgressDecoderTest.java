package io.lagwatch.exporter.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.exporter.lag.TopicPartition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Special cases of Spark's progress. */
class ProgressDecoderTest {
  private static final String LATEST_SPARK = "4.2.0_2.13";

  @Test
  void decodesTheEpochAsNoWatermark() {
    var progress = captured("3.5.9_2.13", "a-windowed");
    assertThat(progress.get(0).watermark()).isNull();
    assertThat(progress.get(1).watermark()).isEqualTo(Instant.parse("2026-11-29T15:51:48.740Z"));
  }

  @Test
  void statelessQueryHasNoEventTime() {
    var progress = captured(LATEST_SPARK, "b-stateless-backlog").get(0);
    assertThat(progress.watermark()).isNull();
    assertThat(progress.eventTimeMax()).isNull();
    assertThat(progress.stateOperators()).isEmpty();
  }

  @Test
  void firstBatchOfARunHasNoStartOffsets() {
    var first = captured(LATEST_SPARK, "a-windowed").get(0);
    assertThat(first.sources().get(0).start()).isNull();
    assertThat(first.sources().get(0).end()).isNotEmpty();
    assertThat(first.inputRowsPerSecond()).isZero();
  }

  @Test
  void distinguishesIdleProgressFromBatchesWithoutData() {
    var progress = captured("3.4.4_2.12", "a-windowed-nodata1s");
    var idle = progress.stream().filter(Progress::idle).toList();
    var noData =
        progress.stream()
            .filter(p -> !p.idle() && Long.valueOf(0).equals(p.numInputRows()))
            .toList();
    assertThat(idle).isNotEmpty().allMatch(p -> Long.valueOf(0).equals(p.numInputRows()));
    assertThat(noData).isNotEmpty();
    // Every idle progress has the id of the next batch.
    assertThat(idle.get(0).batchId()).isEqualTo(idle.get(1).batchId());
  }

  @Test
  void replayedBatchHasNoLatestOffset() {
    var replayed = captured(LATEST_SPARK, "h-run2").get(0);
    assertThat(replayed.sources().get(0).latest()).isNull();
    assertThat(replayed.sources().get(0).end()).isNotEmpty();
    assertThat(replayed.durationMs()).doesNotContainKeys("latestOffset", "walCommit");
  }

  @Test
  void startOffsetsDoNotContainNewPartitionsAndTopics() {
    var grown =
        captured("3.5.9_2.13", "g-pattern").stream()
            .map(p -> p.sources().get(0))
            .filter(s -> s.start() != null && s.end().size() > s.start().size())
            .toList();
    assertThat(grown)
        .anySatisfy(
            s -> assertThat(added(s)).allMatch(p -> p.topic().equals("ev-a") && p.partition() >= 4))
        .anySatisfy(s -> assertThat(added(s)).allMatch(p -> p.topic().equals("ev-c")));
  }

  @Test
  void keepsAnEndBelowTheStartOfARecreatedTopic() {
    var progress =
        Captures.VERSIONS.stream().flatMap(v -> captured(v, "l-dataloss-ignore").stream()).toList();
    assertThat(progress)
        .flatExtracting(Progress::sources)
        .filteredOn(s -> s.start() != null)
        .anySatisfy(
            s ->
                assertThat(s.start().entrySet())
                    .anyMatch(e -> s.end().getOrDefault(e.getKey(), e.getValue()) < e.getValue()));
  }

  @Test
  void keepsALatestOffsetBelowTheEndInRealTimeMode() {
    var source = captured(LATEST_SPARK, "i-realtime").get(0).sources().get(0);
    var partition = new TopicPartition("cont-in", 0);
    assertThat(source.kafka()).isTrue();
    assertThat(source.latest().get(partition)).isLessThan(source.end().get(partition));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"null", "17", "\"17\"", "{\"logOffset\": 3}", "{\"a\": {\"0\": 1}}", "[]"})
  void otherSourcesHaveNoPosition(String offset) {
    var source = source("RateStreamV2[rowsPerSecond=3]", offset);
    assertThat(source.kafka()).isFalse();
    assertThat(source.start()).isNull();
    assertThat(source.end()).isNull();
    assertThat(source.latest()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "KafkaV2[Subscribe[a]], true",
    "KafkaSource[SubscribePattern[a.*]], true",
    "KafkaSourceV1[Assign[a-0]], true",
    "FileStreamSource[file:/Kafka[x]], false",
    "EventHubs[KafkaV2[x]], false"
  })
  void recognisesAKafkaSourceByItsDescription(String description, boolean kafka) {
    assertThat(source(description, "{\"a\": {\"0\": 1}}").kafka()).isEqualTo(kafka);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-1", "-2", "\"7\"", "1.2e3", "7.0", "null", "{}", "9223372036854775808", "true"})
  void omitsPartitionsWithAnInvalidOffset(String odd) {
    var source = source("KafkaV2[Subscribe[a]]", "{\"a\": {\"10\": 5, \"2\": " + odd + "}}");
    assertThat(source.end()).isEqualTo(Map.of(new TopicPartition("a", 10), 5L));
  }

  @Test
  void omitsInvalidPartitionsAndTopics() {
    var source =
        source(
            "KafkaV2[Subscribe[a]]",
            "{\"a\": {\"-1\": 5, \"x\": 5, \"99999999999\": 5, \"1\": 6}, \"b c\": {\"0\": 1},"
                + " \"d\": 4}");
    assertThat(source.end()).isEqualTo(Map.of(new TopicPartition("a", 1), 6L));
  }

  @Test
  void keepsOffsetsThatADoubleCannotRepresent() {
    var source = source("KafkaV2[Subscribe[a]]", "{\"a\": {\"0\": 9007199254740993}}");
    assertThat(source.end()).containsEntry(new TopicPartition("a", 0), 9007199254740993L);
  }

  @Test
  void readsOffsetsInQuotesFromAnEventLog() {
    var source = source("KafkaV2[Subscribe[a]]", "\"{\\\"a\\\": {\\\"0\\\": 12}}\"");
    assertThat(source.end()).isEqualTo(Map.of(new TopicPartition("a", 0), 12L));
    assertThat(source("KafkaV2[Subscribe[a]]", "\"{broken\"").end()).isNull();
    assertThat(source("KafkaV2[Subscribe[a]]", "\"\\\"{}\\\"\"").end()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"null", "NaN", "Infinity", "-Infinity", "\"NaN\"", "\"Infinity\"", "-1.0", "{}"})
  void invalidRateIsUnknown(String rate) {
    var progress =
        decode(
            "{'timestamp': '2026-03-02T00:00:00.000Z', 'batchId': 1, 'inputRowsPerSecond': "
                + rate
                + "}");
    assertThat(progress.inputRowsPerSecond()).isNull();
    assertThat(progress.processedRowsPerSecond()).isNull();
  }

  @Test
  void readsSmallRatesInExponentForm() {
    var progress =
        decode(
            "{'timestamp': '2026-03-02T00:00:00.000Z', 'batchId': 1, 'inputRowsPerSecond':"
                + " 5.0E-4}");
    assertThat(progress.inputRowsPerSecond()).isEqualTo(0.0005);
  }

  @Test
  void invalidCountIsUnknownAndNotZero() {
    var progress =
        decode(
            """
            {'timestamp': '2026-03-02T00:00:00.000Z', 'batchId': 1, 'numInputRows': '12 rows',
             'durationMs': {'addBatch': 12.5, 'triggerExecution': 90, 'walCommit': -1},
             'stateOperators': [{'operatorName': 'dedupe', 'numRowsTotal': -1, 'commitTimeMs': 1e99}],
             'sources': [{'description': 'MemoryStream', 'numInputRows': null}]}
            """);
    assertThat(progress.numInputRows()).isNull();
    assertThat(progress.durationMs()).isEqualTo(Map.of("triggerExecution", 90L));
    assertThat(progress.stateOperators().get(0))
        .isEqualTo(new Progress.StateOperator(0, "dedupe", null, null, null, null, null));
    assertThat(progress.sources().get(0).numInputRows()).isNull();
  }

  @Test
  void stateRowsAreUnknownWhenTheBatchContradictsThem() {
    var progress =
        decode(
            """
            {'timestamp': '2026-03-02T00:00:00.000Z', 'batchId': 1,
             'stateOperators': [
               {'operatorName': 'a', 'numRowsTotal': 0, 'numRowsUpdated': 2, 'numRowsRemoved': 0},
               {'operatorName': 'b', 'numRowsTotal': 0, 'numRowsUpdated': 2, 'numRowsRemoved': 2},
               {'operatorName': 'c', 'numRowsTotal': 0, 'numRowsUpdated': 0, 'numRowsRemoved': 0},
               {'operatorName': 'd', 'numRowsTotal': 0, 'numRowsUpdated': 2}]}
            """);
    assertThat(progress.stateOperators())
        .extracting(Progress.StateOperator::rows)
        .containsExactly(null, 0L, 0L, 0L);
  }

  @Test
  void recognisesAReplayedBatch() {
    assertThat(phases("'addBatch': 1, 'triggerExecution': 2").replayed()).isTrue();
    assertThat(phases("'addBatch': 1, 'latestOffset': 1, 'walCommit': 1").replayed()).isFalse();
    assertThat(phases("'triggerExecution': 2").replayed()).as("idle").isFalse();
  }

  private static Progress phases(String phases) {
    return decode(
        "{'timestamp': '2026-03-02T00:00:00.000Z', 'batchId': 1, 'durationMs': {" + phases + "}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'timestamp': '2026-03-02T00:00:00.000Z'}",
        "{'timestamp': 'yesterday', 'batchId': 1}",
        "{'timestamp': '+999999999-12-31T23:59:59.999Z', 'batchId': 1}",
        "{'timestamp': '-999999999-01-01T00:00:00.000Z', 'batchId': 1}",
        "{'timestamp': '2026-03-02T00:00:00.000Z', 'batchId': -1}"
      })
  void isNullWithoutTimestampOrBatchId(String progress) {
    assertThat(ProgressDecoder.decode(tree(progress))).isNull();
  }

  @Test
  void numberAboveTheLimitIsUnknown() {
    var progress =
        decode(
            """
            {'timestamp': '2026-03-02T00:00:00.000Z', 'batchId': 9223372036854775807,
             'numInputRows': 9223372036854775807,
             'durationMs': {'addBatch': 9223372036854775807, 'triggerExecution': 315360000000},
             'stateOperators': [{'operatorName': 'dedupe', 'numRowsTotal': 9223372036854775807,
               'memoryUsedBytes': 1000000000000001, 'commitTimeMs': 9223372036854775807}]}
            """);
    assertThat(progress.batchId()).isEqualTo(Long.MAX_VALUE);
    assertThat(progress.numInputRows()).isNull();
    assertThat(progress.durationMs()).isEqualTo(Map.of("triggerExecution", 315_360_000_000L));
    assertThat(progress.stateOperators().get(0))
        .isEqualTo(new Progress.StateOperator(0, "dedupe", null, null, null, null, null));
  }

  @Test
  void eventTimeAboveTheLimitIsUnknown() {
    var progress =
        decode(
            """
            {'timestamp': '2026-03-02T00:00:00.000Z', 'batchId': 1,
             'eventTime': {'watermark': '+999999999-12-31T23:59:59.999Z', 'max': '+58131-01-01T00:00:00.000Z'}}
            """);
    assertThat(progress.watermark()).isNull();
    assertThat(progress.eventTimeMax()).isEqualTo("+58131-01-01T00:00:00Z");
  }

  @Test
  void ignoresPartsOfTheWrongType() {
    var progress =
        decode(
            """
            {'timestamp': '2026-03-02T00:00:00.000Z', 'batchId': 1, 'durationMs': [1], 'eventTime': 3,
             'stateOperators': {'a': 1}, 'sources': [null, 4, {'description': {}}]}
            """);
    assertThat(progress.durationMs()).isEmpty();
    assertThat(progress.stateOperators()).isEmpty();
    assertThat(progress.sources())
        .extracting(Progress.Source::isUnreadable)
        .containsExactly(true, true, true);
  }

  private static List<TopicPartition> added(Progress.Source source) {
    return source.end().keySet().stream().filter(p -> !source.start().containsKey(p)).toList();
  }

  private static List<Progress> captured(String version, String capture) {
    return Captures.progress(version, capture).stream().map(ProgressDecoder::decode).toList();
  }

  private static Progress.Source source(String description, String offset) {
    var json =
        "{'timestamp': '2026-03-02T00:00:00.000Z', 'batchId': 1, 'sources': [{'description': '%s'"
                .formatted(description)
            + ", 'numInputRows': 3}]}";
    var tree = tree(json);
    var source = (ObjectNode) tree.get("sources").get(0);
    for (var field : List.of("startOffset", "endOffset", "latestOffset")) {
      source.set(field, read(offset));
    }
    return ProgressDecoder.decode(tree).sources().get(0);
  }

  private static Progress decode(String singleQuoted) {
    return ProgressDecoder.decode(tree(singleQuoted));
  }

  private static JsonNode tree(String singleQuoted) {
    return read(singleQuoted.replace('\'', '"'));
  }

  private static JsonNode read(String json) {
    try {
      return ReportDecoder.mapper().readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.lagwatch.exporter.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.lag.UnknownPositions;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnreadableOffsetsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"-1", "-2", "\"7\"", "9223372036854775808", "1.5", "1e3", "null", "true", "{}"})
  void partitionWithInvalidOffsetIsCounted(String offset) throws JsonProcessingException {
    Progress.Source source = endingAt("{\"t\":{\"0\":5,\"1\":" + offset + "}}");
    assertThat(source.end()).isEqualTo(Map.of(t(0), 5L));
    assertThat(source.unknownPositions()).isEqualTo(new UnknownPositions(Set.of(t(1)), 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"t\":{\"0\":5,\"x\":7}",
        "\"t\":{\"0\":5,\"-1\":7}",
        "\"t\":{\"0\":5},\"no topic\":{\"0\":7}",
        "\"t\":{\"0\":5},\"u\":7"
      })
  void invalidPartitionIsCounted(String offsets) throws JsonProcessingException {
    Progress.Source source = endingAt("{" + offsets + "}");
    assertThat(source.end()).isEqualTo(Map.of(t(0), 5L));
    assertThat(source.unknownPositions()).isEqualTo(new UnknownPositions(Set.of(), 1));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MAX_VALUE})
  void everyNonNegativeLongIsAnOffset(long offset) throws JsonProcessingException {
    Progress.Source source = endingAt("{\"t\":{\"0\":" + offset + "}}");
    assertThat(source.end()).isEqualTo(Map.of(t(0), offset));
    assertThat(source.unknownPositions()).isEqualTo(UnknownPositions.NONE);
  }

  @Test
  void readsABatchIdInQuotesAndATimeWithoutAZone() throws JsonProcessingException {
    Progress progress =
        decode(
            "{\"timestamp\":\"2026-03-02T00:00:00.5\",\"batchId\":\"7\","
                + "\"durationMs\":{\"addBatch\":\"12\"}}");
    assertThat(progress.timestamp()).isEqualTo(Instant.parse("2026-03-02T00:00:00.500Z"));
    assertThat(progress.batchId()).isEqualTo(7);
    assertThat(progress.idle()).isFalse();
  }

  private static Progress.Source endingAt(String endOffset) throws JsonProcessingException {
    return decode(
            "{\"timestamp\":\"2026-03-02T00:00:00.000Z\",\"batchId\":1,\"sources\":[{"
                + "\"description\":\"KafkaV2[Subscribe[t]]\",\"endOffset\":"
                + endOffset
                + "}]}")
        .sources()
        .get(0);
  }

  private static Progress decode(String json) throws JsonProcessingException {
    return Objects.requireNonNull(ProgressDecoder.decode(ReportDecoder.mapper().readTree(json)));
  }

  private static TopicPartition t(int partition) {
    return new TopicPartition("t", partition);
  }
}

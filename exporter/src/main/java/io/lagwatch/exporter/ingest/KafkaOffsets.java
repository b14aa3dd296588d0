package io.lagwatch.exporter.ingest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.lagwatch.exporter.lag.TopicPartition;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a Kafka source's offsets, topic to partition to the offset read next. Partition keys come
 * in any order. What is no offset (−1 and −2 stand for latest and earliest) leaves its partition
 * out: where the query stands there is not known.
 */
final class KafkaOffsets {
  private static final JsonMapper INNER = ReportDecoder.mapper();
  private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");
  private static final Pattern PARTITION = Pattern.compile("[0-9]{1,9}");

  private KafkaOffsets() {}

  /** The offsets, or null when the node holds none of this shape. */
  static @Nullable Map<TopicPartition, Long> decode(JsonNode offsets) {
    if (offsets.isTextual()) {
      return inner(offsets.textValue());
    }
    if (!offsets.isObject()) {
      return null;
    }
    var positions = new HashMap<TopicPartition, Long>();
    for (var topic : offsets.properties()) {
      if (!TOPIC.matcher(topic.getKey()).matches()) {
        continue;
      }
      for (var partition : topic.getValue().properties()) {
        var offset = partition.getValue();
        if (PARTITION.matcher(partition.getKey()).matches()
            && offset.isIntegralNumber()
            && offset.canConvertToLong()
            && offset.longValue() >= 0) {
          positions.put(
              new TopicPartition(topic.getKey(), Integer.parseInt(partition.getKey())),
              offset.longValue());
        }
      }
    }
    return positions;
  }

  /** An event log holds the offsets as a string with JSON in it. */
  private static @Nullable Map<TopicPartition, Long> inner(String json) {
    try {
      var offsets = INNER.readTree(json);
      return offsets.isObject() ? decode(offsets) : null;
    } catch (JsonProcessingException notJson) {
      return null;
    }
  }
}

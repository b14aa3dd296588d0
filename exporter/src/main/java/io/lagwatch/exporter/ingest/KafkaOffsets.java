package io.lagwatch.exporter.ingest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.lag.UnreadPositions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a Kafka source's offsets, topic to partition to the offset read next. Partition keys come
 * in any order. What is no offset (−1 and −2 stand for latest and earliest) is not in the map, but
 * counted: where the query stands there is not known.
 */
record KafkaOffsets(Map<TopicPartition, Long> valid, UnreadPositions unread) {
  private static final JsonMapper INNER = ReportDecoder.mapper();
  private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");
  private static final Pattern PARTITION = Pattern.compile("[0-9]{1,9}");

  /** The offsets, or null when the node holds none of this shape. */
  static @Nullable KafkaOffsets decode(JsonNode offsets) {
    if (offsets.isTextual()) {
      return inner(offsets.textValue());
    }
    if (!offsets.isObject()) {
      return null;
    }
    var valid = new HashMap<TopicPartition, Long>();
    var invalid = new HashSet<TopicPartition>();
    int unnamed = 0;
    for (var topic : offsets.properties()) {
      if (!topic.getValue().isObject()) {
        unnamed++;
        continue;
      }
      boolean named = TOPIC.matcher(topic.getKey()).matches();
      for (var entry : topic.getValue().properties()) {
        if (!named || !PARTITION.matcher(entry.getKey()).matches()) {
          unnamed++;
          continue;
        }
        var partition = new TopicPartition(topic.getKey(), Integer.parseInt(entry.getKey()));
        var offset = entry.getValue();
        if (offset.isIntegralNumber() && offset.canConvertToLong() && offset.longValue() >= 0) {
          valid.put(partition, offset.longValue());
        } else {
          invalid.add(partition);
        }
      }
    }
    return new KafkaOffsets(valid, new UnreadPositions(invalid, unnamed));
  }

  /** The offsets that can be read; null when the node holds none of this shape. */
  static @Nullable Map<TopicPartition, Long> validOf(JsonNode offsets) {
    var decoded = decode(offsets);
    return decoded == null ? null : decoded.valid();
  }

  /** An event log holds the offsets as a string with JSON in it. */
  private static @Nullable KafkaOffsets inner(String json) {
    try {
      var offsets = INNER.readTree(json);
      return offsets.isObject() ? decode(offsets) : null;
    } catch (JsonProcessingException notJson) {
      return null;
    }
  }
}

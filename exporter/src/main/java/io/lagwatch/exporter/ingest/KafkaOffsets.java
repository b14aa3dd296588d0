package io.lagwatch.exporter.ingest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.lag.UnknownPositions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The offsets of a Kafka source: for each partition the offset that Spark reads next. Invalid
 * offsets (−1 and −2 mean latest and earliest) are not in the map but are counted, because the
 * position of the query in these partitions is unknown.
 */
record KafkaOffsets(Map<TopicPartition, Long> valid, UnknownPositions unknownPositions) {
  private static final JsonMapper MAPPER = ReportDecoder.mapper();
  private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");
  private static final Pattern PARTITION = Pattern.compile("[0-9]{1,9}");

  /** Returns the offsets; null if the node does not contain Kafka offsets. */
  static @Nullable KafkaOffsets decode(JsonNode offsets) {
    if (offsets.isTextual()) {
      return decodeText(offsets.textValue());
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
      boolean validTopic = TOPIC.matcher(topic.getKey()).matches();
      for (var entry : topic.getValue().properties()) {
        if (!validTopic || !PARTITION.matcher(entry.getKey()).matches()) {
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
    return new KafkaOffsets(valid, new UnknownPositions(invalid, unnamed));
  }

  /** Decodes JSON inside a string, as event logs contain it. */
  private static @Nullable KafkaOffsets decodeText(String json) {
    try {
      var offsets = MAPPER.readTree(json);
      return offsets.isObject() ? decode(offsets) : null;
    } catch (JsonProcessingException notJson) {
      return null;
    }
  }
}

package io.lagwatch.listener;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares two positions in the format of Spark's Kafka source, {@code {"topic":{"0":12,"1":7}}}.
 * The order of partitions does not matter. Does not parse JSON escapes, because names of Kafka
 * topics need none.
 */
final class KafkaPosition {
  private final String text;
  private int index;

  private KafkaPosition(String text) {
    this.text = text;
  }

  /**
   * True if at least one partition has a larger offset in {@code end} than in {@code start}. A
   * partition that is only in {@code end} counts as advanced if its offset is above 0. False if a
   * position cannot be parsed.
   */
  static boolean hasAdvanced(String start, String end) {
    Map<String, Long> startOffsets = new KafkaPosition(start).parse();
    Map<String, Long> endOffsets = new KafkaPosition(end).parse();
    if (startOffsets == null || endOffsets == null) {
      return false;
    }
    for (Map.Entry<String, Long> partition : endOffsets.entrySet()) {
      if (partition.getValue() > startOffsets.getOrDefault(partition.getKey(), 0L)) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Map<String, Long> parse() {
    Map<String, Long> offsets = new HashMap<>();
    try {
      expect('{');
      while (!accept('}')) {
        String topic = string();
        expect(':');
        expect('{');
        while (!accept('}')) {
          String partition = string();
          expect(':');
          offsets.put(topic + '/' + partition, number());
          accept(',');
        }
        accept(',');
      }
      return offsets;
    } catch (IllegalArgumentException | IndexOutOfBoundsException unknownFormat) {
      return null;
    }
  }

  private boolean accept(char expected) {
    if (text.charAt(index) == expected) {
      index++;
      return true;
    }
    return false;
  }

  private void expect(char expected) {
    if (!accept(expected)) {
      throw new IllegalArgumentException("no " + expected + " at " + index);
    }
  }

  private String string() {
    expect('"');
    int end = text.indexOf('"', index);
    String value = text.substring(index, end);
    index = end + 1;
    return value;
  }

  private long number() {
    int begin = index;
    while ("-0123456789".indexOf(text.charAt(index)) >= 0) {
      index++;
    }
    return Long.parseLong(text.substring(begin, index));
  }
}

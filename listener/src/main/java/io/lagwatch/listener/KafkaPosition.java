package io.lagwatch.listener;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares two positions as Spark's Kafka source writes them, {@code {"topic":{"0":12,"1":7}}},
 * whose partitions come in any order. Only this form is read: topic names need no escapes in Kafka.
 */
final class KafkaPosition {
  private final String text;
  private int at;

  private KafkaPosition(String text) {
    this.text = text;
  }

  /**
   * Whether any partition stands further in {@code end} than in {@code start}. A partition that is
   * new in {@code end} counts unless it stands at 0; offsets that cannot be read do not.
   */
  static boolean advanced(String start, String end) {
    Map<String, Long> before = new KafkaPosition(start).read();
    Map<String, Long> after = new KafkaPosition(end).read();
    if (before == null || after == null) {
      return false;
    }
    for (Map.Entry<String, Long> partition : after.entrySet()) {
      if (partition.getValue() > before.getOrDefault(partition.getKey(), 0L)) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Map<String, Long> read() {
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
    } catch (IllegalArgumentException | IndexOutOfBoundsException otherForm) {
      return null;
    }
  }

  private boolean accept(char wanted) {
    if (text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(char wanted) {
    if (!accept(wanted)) {
      throw new IllegalArgumentException("no " + wanted + " at " + at);
    }
  }

  private String string() {
    expect('"');
    int end = text.indexOf('"', at);
    String value = text.substring(at, end);
    at = end + 1;
    return value;
  }

  private long number() {
    int begin = at;
    while ("-0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return Long.parseLong(text.substring(begin, at));
  }
}

package io.lagwatch.demo.truth;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * A query to be started.
 *
 * @param name also that of its checkpoint
 * @param trigger interval as Spark writes it
 * @param hold whether its first batch never ends
 */
record Ask(String name, List<Source> sources, String trigger, boolean hold) {
  /** One batch at the start, and then none for as long as any test runs. */
  static final String ONCE_A_WEEK = "7 days";

  static final ObjectMapper JSON = new ObjectMapper();

  /** One batch, after which the query runs and stands still. */
  static Ask oneBatch(String name, Source... sources) {
    return new Ask(name, List.of(sources), ONCE_A_WEEK, false);
  }

  Ask withTrigger(String interval) {
    return new Ask(name, sources, interval, hold);
  }

  Ask held() {
    return new Ask(name, sources, trigger, true);
  }

  /**
   * A Kafka source.
   *
   * @param options of Spark's
   * @param reads the partitions that it is to read, those it has not seen yet included
   */
  record Source(Map<String, String> options, Predicate<TopicPartition> reads) {
    static Source subscribe(String... topics) {
      List<String> named = List.of(topics);
      return of("subscribe", String.join(",", named), p -> named.contains(p.topic()));
    }

    static Source pattern(String pattern) {
      return of("subscribePattern", pattern, p -> p.topic().matches(pattern));
    }

    static Source assign(String topic, Integer... partitions) {
      Set<Integer> chosen = Set.of(partitions);
      String list = Arrays.stream(partitions).map(String::valueOf).collect(Collectors.joining(","));
      return of(
          "assign",
          "{\"%s\":[%s]}".formatted(topic, list),
          p -> p.topic().equals(topic) && chosen.contains(p.partition()));
    }

    private static Source of(String strategy, String what, Predicate<TopicPartition> reads) {
      return new Source(Map.of(strategy, what), reads).with("startingOffsets", "earliest");
    }

    Source with(String option, String value) {
      Map<String, String> more = new TreeMap<>(options);
      more.put(option, value);
      return new Source(more, reads);
    }

    /** No batch takes more than this from it. */
    Source atMost(int records) {
      return with("maxOffsetsPerTrigger", Integer.toString(records));
    }

    Source readCommitted() {
      return with("kafka.isolation.level", "read_committed");
    }

    boolean isReadCommitted() {
      return "read_committed".equals(options.get("kafka.isolation.level"));
    }
  }

  ObjectNode json() {
    ObjectNode json = JSON.createObjectNode().put("name", name);
    json.put("trigger", trigger).put("hold", hold);
    sources.forEach(
        source -> {
          ObjectNode options = json.withArray("sources").addObject();
          source.options().forEach(options::put);
        });
    return json;
  }
}

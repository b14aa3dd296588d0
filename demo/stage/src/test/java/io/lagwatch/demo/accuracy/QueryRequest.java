package io.lagwatch.demo.accuracy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A request to start a query.
 *
 * @param name name of the query and of its checkpoint
 * @param trigger interval in Spark's notation
 * @param hold true if its first batch never ends
 */
record QueryRequest(String name, List<KafkaSource> sources, String trigger, boolean hold) {
  /** A trigger with one batch at the start and no other batch during a test. */
  static final String ONCE_A_WEEK = "7 days";

  static final ObjectMapper JSON = new ObjectMapper();

  /** Creates a query that runs one batch and then waits. */
  static QueryRequest oneBatch(String name, KafkaSource... sources) {
    return new QueryRequest(name, List.of(sources), ONCE_A_WEEK, false);
  }

  QueryRequest withTrigger(String interval) {
    return new QueryRequest(name, sources, interval, hold);
  }

  QueryRequest held() {
    return new QueryRequest(name, sources, trigger, true);
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

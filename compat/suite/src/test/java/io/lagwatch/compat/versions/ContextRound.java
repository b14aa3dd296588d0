package io.lagwatch.compat.versions;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * One round of {@code Rounds}: a SparkContext from its start to its end.
 *
 * @param name what the exporter was like
 * @param told what the round told at its end
 * @param log what the driver logged in it
 */
record ContextRound(String name, JsonNode told, List<String> log) {
  /** The last batch of each query while all was running. */
  List<Long> batches() {
    return StreamSupport.stream(told.get("batches").spliterator(), false)
        .map(JsonNode::longValue)
        .toList();
  }

  /** Returns a line for each query that had ended. */
  List<String> failures() {
    return texts("failures");
  }

  /** Returns the listener's threads that are still alive some time after the end. */
  List<String> threads() {
    return texts("threads");
  }

  /** Lines of the listener's at this level. */
  List<String> said(String level) {
    return log.stream()
        .filter(line -> line.matches(".*\\b" + level + " LagwatchListener: .*"))
        .toList();
  }

  /** Lines that name the listener's code: frames of a stack trace, most likely. */
  List<String> traces() {
    return log.stream().filter(line -> line.contains("io.lagwatch.listener")).toList();
  }

  private List<String> texts(String field) {
    return StreamSupport.stream(told.get(field).spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }
}

package io.lagwatch.compat.versions;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * One round of {@code ContextCycles}: a SparkContext from its start to its end.
 *
 * @param name the state of the exporter in this round
 * @param told the line that the round logged at its end
 * @param log the log of the driver in this round
 */
record ContextRound(String name, JsonNode told, List<String> log) {
  /** Returns the last batch of each query before the context was stopped. */
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

  /** Returns the lines of the listener at this level. */
  List<String> said(String level) {
    return log.stream()
        .filter(line -> line.matches(".*\\b" + level + " LagwatchListener: .*"))
        .toList();
  }

  /**
   * Returns the lines that name the listener's classes, which are usually frames of a stack trace.
   */
  List<String> traces() {
    return log.stream().filter(line -> line.contains("io.lagwatch.listener")).toList();
  }

  private List<String> texts(String field) {
    return StreamSupport.stream(told.get(field).spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }
}

package io.lagwatch.exporter.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** The limits of one progress. If it exceeds a limit, its query is not measured. */
final class ProgressLimits {
  static final int MAX_SOURCES = 1_000;
  static final int MAX_STATE_OPERATORS = 1_000;

  /** Maximum length of the description of a Kafka source, which lists the topics by name. */
  static final int MAX_KAFKA_DESCRIPTION = 200_000;

  private ProgressLimits() {}

  /**
   * Returns which limit the progress exceeds, as the reason of its query; null if it exceeds none.
   */
  static @Nullable String exceeded(JsonField progress) {
    JsonNode node = progress.node();
    if (node.has(ReportTree.TOO_LARGE)) {
      return "not measured: its progress is too large for the exporter's heap; increase -Xmx";
    }
    int sources = node.path("sources").size();
    if (sources > MAX_SOURCES) {
      return "not measured: it has " + sources + " sources, the limit is " + MAX_SOURCES;
    }
    int operators = node.path("stateOperators").size();
    if (operators > MAX_STATE_OPERATORS) {
      return "not measured: it has "
          + operators
          + " state operators, the limit is "
          + MAX_STATE_OPERATORS;
    }
    for (JsonNode source : node.path("sources")) {
      String description = source.path("description").asText();
      if (ProgressDecoder.isKafka(description) && description.length() > MAX_KAFKA_DESCRIPTION) {
        return "not measured: a source's description has "
            + description.length()
            + " characters, the limit is "
            + MAX_KAFKA_DESCRIPTION
            + "; use subscribePattern instead of subscribe";
      }
    }
    return null;
  }

  /** Returns the progress without the parts that can be large. */
  static JsonField withoutParts(JsonField progress) {
    if (!(progress.node() instanceof ObjectNode complete)) {
      return progress;
    }
    ObjectNode rest = complete.objectNode();
    rest.setAll(complete);
    rest.putArray("sources");
    rest.putArray("stateOperators");
    return new JsonField(rest, progress.path());
  }
}

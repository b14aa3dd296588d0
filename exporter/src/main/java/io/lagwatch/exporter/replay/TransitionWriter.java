package io.lagwatch.exporter.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;

/**
 * Writes each transition as it happens: a JSON line {@code {"at", "alert", "severity", "app",
 * "query", "state": "firing" | "resolved", "sentence"}}, or a line of text and a summary at the
 * end. Not thread-safe.
 */
final class TransitionWriter {
  private final ObjectMapper mapper = new ObjectMapper();
  private final PrintWriter out;
  private final boolean text;

  TransitionWriter(PrintWriter out, boolean text) {
    this.out = out;
    this.text = text;
  }

  void write(Transition transition) {
    out.println(text ? line(transition) : json(transition));
  }

  /** A timeline has ended. */
  void end(Summary summary) {
    if (text) {
      out.println();
      for (QuerySummary query : summary.queries()) {
        new SummaryText(query).lines(summary.to()).forEach(out::println);
      }
    }
    out.flush();
  }

  private static String line(Transition transition) {
    return String.format(
        Locale.ROOT,
        "%s  %-8s  %-18s  %s / %s%s",
        transition.at(),
        transition.fires() ? "firing" : "resolved",
        transition.alert(),
        transition.query().app(),
        transition.query().query(),
        transition.fires() ? ": " + transition.sentence() : "");
  }

  private String json(Transition transition) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("at", transition.at().toString());
    fields.put("alert", transition.alert());
    fields.put("severity", transition.severity());
    fields.put("app", transition.query().app());
    fields.put("query", transition.query().query());
    fields.put("state", transition.fires() ? "firing" : "resolved");
    fields.put("sentence", transition.sentence());
    try {
      return mapper.writeValueAsString(fields);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}

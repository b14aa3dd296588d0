package io.lagwatch.exporter.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * A JSON line for each transition: {@code {"at", "alert", "severity", "app", "query", "state":
 * "firing" | "resolved", "sentence"}}. Not thread-safe.
 */
final class JsonOutput implements ReplayOutput {
  private final ObjectMapper mapper = new ObjectMapper();
  private final PrintWriter out;

  JsonOutput(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void changed(Transition transition) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("at", transition.at().toString());
    fields.put("alert", transition.alert());
    fields.put("severity", transition.severity());
    fields.put("app", transition.query().app());
    fields.put("query", transition.query().query());
    fields.put("state", transition.fires() ? "firing" : "resolved");
    fields.put("sentence", transition.sentence());
    try {
      out.println(mapper.writeValueAsString(fields));
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  @Override
  public void ended(Summary summary) {
    out.flush();
  }

  @Override
  public void finished(List<String> notes) {
    out.flush();
  }
}

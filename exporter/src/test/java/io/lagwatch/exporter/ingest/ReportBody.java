package io.lagwatch.exporter.ingest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;

/** Bodies of reports for tests: a valid body and changes to it. Not thread-safe. */
public final class ReportBody {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** A valid report with only the required fields. */
  private static final String SMALLEST =
      """
      {"protocol": 1, "sentAt": "2026-03-02T00:00:00.900Z",
       "agent": {"instance": "agent-1"},
       "app": {"id": "spark-1", "name": "course-tiles"},
       "queries": [{
         "id": "query-1", "runId": "run-1", "status": "RUNNING",
         "startedAt": "2026-03-01T00:00:00.000Z", "lastEventAt": "2026-03-02T00:00:00.500Z",
         "totals": {"batches": 120, "inputRows": 3600000}}]}
      """;

  private final ObjectNode root;

  private ReportBody(ObjectNode root) {
    this.root = root;
  }

  public static ReportBody smallest() {
    return new ReportBody((ObjectNode) parse(SMALLEST));
  }

  /** Sets the value at a JSON pointer. */
  public ReportBody with(String pointer, String json) {
    return with(pointer, parse(json));
  }

  public ReportBody with(String pointer, JsonNode value) {
    int slash = pointer.lastIndexOf('/');
    var parent = root.at(pointer.substring(0, slash));
    var last = pointer.substring(slash + 1);
    if (parent.isArray()) {
      ((ArrayNode) parent).insert(Integer.parseInt(last), value);
    } else {
      ((ObjectNode) parent).set(last, value);
    }
    return this;
  }

  public ReportBody without(String pointer) {
    int slash = pointer.lastIndexOf('/');
    ((ObjectNode) root.at(pointer.substring(0, slash))).remove(pointer.substring(slash + 1));
    return this;
  }

  public byte[] bytes() {
    return root.toString().getBytes(StandardCharsets.UTF_8);
  }

  public Decoded decode() {
    return new ReportDecoder().decode(bytes());
  }

  /** Decodes the body; throws if it is rejected. */
  public Report accepted() {
    var decoded = decode();
    if (decoded instanceof Decoded.Accepted accepted) {
      return accepted.report();
    }
    throw new AssertionError(decoded.toString());
  }

  private static JsonNode parse(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}

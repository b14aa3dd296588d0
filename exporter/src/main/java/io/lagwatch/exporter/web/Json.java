package io.lagwatch.exporter.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** JSON as all answers hold it: times ISO-8601 in UTC, unknown is null, longs exact. */
final class Json {
  static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final JsonMapper MAPPER = new JsonMapper();

  private Json() {}

  static ObjectNode object() {
    return NODES.objectNode();
  }

  static void answer(Context ctx, int status, JsonNode body) {
    ctx.status(status).contentType("application/json").result(bytes(body));
  }

  static byte[] bytes(JsonNode body) {
    try {
      return MAPPER.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of nodes is always writable", e);
    }
  }

  static @Nullable String time(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }

  static @Nullable Double seconds(@Nullable Duration duration) {
    return duration == null ? null : duration.toMillis() / 1000.0;
  }

  /** A number that JSON can hold, else null. */
  static @Nullable Double finite(@Nullable Double number) {
    return number == null || !Double.isFinite(number) ? null : number;
  }
}

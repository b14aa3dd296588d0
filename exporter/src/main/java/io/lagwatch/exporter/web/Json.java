package io.lagwatch.exporter.web;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/**
 * Writes the JSON of all responses: times in ISO-8601 and UTC, durations in seconds, unknown values
 * as null, longs exactly. NaN and infinite numbers become null. Thread-safe.
 */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(
              new SimpleModule()
                  .addSerializer(Instant.class, ToStringSerializer.instance)
                  .addSerializer(Duration.class, new Seconds())
                  .addSerializer(Double.class, new FiniteNumber()))
          .build();

  private Json() {}

  static void answer(Context ctx, int status, Object body) {
    ctx.status(status).contentType("application/json").result(bytes(body));
  }

  /**
   * Returns the JSON of a record of this package.
   *
   * @throws IllegalStateException if a value cannot be written
   */
  static byte[] bytes(Object body) {
    try {
      return MAPPER.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write a document as JSON", e);
    }
  }

  private static final class Seconds extends JsonSerializer<Duration> {
    @Override
    public void serialize(Duration value, JsonGenerator to, SerializerProvider provider)
        throws IOException {
      to.writeNumber(value.toMillis() / 1000.0);
    }
  }

  private static final class FiniteNumber extends JsonSerializer<Double> {
    @Override
    public void serialize(Double value, JsonGenerator to, SerializerProvider provider)
        throws IOException {
      if (Double.isFinite(value)) {
        to.writeNumber(value);
      } else {
        to.writeNull();
      }
    }
  }
}

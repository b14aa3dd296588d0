package io.lagwatch.exporter.watch;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.datatype.jsr310.deser.DurationDeserializer;
import com.fasterxml.jackson.datatype.jsr310.deser.InstantDeserializer;
import io.lagwatch.exporter.lag.SavedPartition;
import io.lagwatch.exporter.lag.TopicPartition;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** Writes the state as JSON. Times are in ISO-8601 format. Stateless. */
final class StateJson {
  /**
   * Version of the file format. A change of the saved records' structure needs a new version and a
   * migration.
   */
  static final int FORMAT = 2;

  static final ObjectMapper MAPPER = mapper();

  private StateJson() {}

  /** Writes the state entry by entry, so that no second copy of it is in memory. */
  static void write(SavedState state, OutputStream out) throws IOException {
    try (JsonGenerator json = MAPPER.createGenerator(out)) {
      json.writeStartObject();
      json.writeNumberField("format", FORMAT);
      json.writeStringField("savedAt", state.savedAt().toString());
      json.writeArrayFieldStart("queries");
      for (SavedState.Entry entry : state.queries()) {
        json.writePOJO(entry);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("partitions");
      for (SavedPartition partition : state.partitions()) {
        json.writePOJO(partition);
      }
      json.writeEndArray();
      if (!state.forgottenRuns().isEmpty()) {
        json.writePOJOField("forgottenRuns", state.forgottenRuns());
      }
      if (!state.missing().isEmpty()) {
        json.writePOJOField("missing", state.missing());
      }
      if (!state.clusters().isEmpty()) {
        json.writePOJOField("clusters", state.clusters());
      }
      json.writeEndObject();
    }
  }

  private static ObjectMapper mapper() {
    var saved = new SimpleModule();
    saved.addKeyDeserializer(TopicPartition.class, new PartitionKeyDeserializer());
    saved.addDeserializer(Instant.class, new BoundedTimeDeserializer());
    saved.addDeserializer(Duration.class, new BoundedDurationDeserializer());
    return JsonMapper.builder()
        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .addModule(new JavaTimeModule())
        .addModule(saved)
        .annotationIntrospector(new OptionalFields())
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .build();
  }

  /** Fields that were added to format 2. They are omitted if null, as in older files. */
  private static final class OptionalFields extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;
    private static final Set<String> NAMES =
        Set.of(
            "notMeasured",
            "lost",
            "lastSuccessAt",
            "lastRunDuration",
            "silentSince",
            "starts",
            "unread",
            "countedUntil",
            "brokers",
            "topicId",
            "unmeasuredPhases");

    @Override
    public JsonInclude.Value findPropertyInclusion(Annotated member) {
      if (member.getName().equals("topicIds")) {
        return JsonInclude.Value.construct(
            JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS);
      }
      return NAMES.contains(member.getName())
          ? JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS)
          : super.findPropertyInclusion(member);
    }
  }

  /** Rejects times with which later arithmetic would overflow. */
  private static final class BoundedTimeDeserializer extends JsonDeserializer<Instant> {
    private static final Instant EARLIEST = Instant.parse("1000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("3000-01-01T00:00:00Z");

    @Override
    public Instant deserialize(JsonParser json, DeserializationContext context) throws IOException {
      Instant time = InstantDeserializer.INSTANT.deserialize(json, context);
      if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
        throw new InvalidFormatException(
            json, "expected a time between the years 1000 and 3000", time, Instant.class);
      }
      return time;
    }
  }

  /** Rejects durations with which later arithmetic would overflow. */
  private static final class BoundedDurationDeserializer extends JsonDeserializer<Duration> {
    private static final Duration LONGEST = Duration.ofDays(90_000);

    @Override
    public Duration deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      Duration duration = DurationDeserializer.INSTANCE.deserialize(json, context);
      if (duration.abs().compareTo(LONGEST) > 0) {
        throw new InvalidFormatException(
            json, "expected a duration of at most 90000 days", duration, Duration.class);
      }
      return duration;
    }
  }

  /** Reads a map key in the format of {@link TopicPartition#toString}. */
  private static final class PartitionKeyDeserializer extends KeyDeserializer {
    @Override
    public TopicPartition deserializeKey(String key, DeserializationContext context)
        throws IOException {
      int dash = key.lastIndexOf('-');
      try {
        return new TopicPartition(
            key.substring(0, dash), Integer.parseInt(key.substring(dash + 1)));
      } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
        return (TopicPartition)
            context.handleWeirdKey(TopicPartition.class, key, "expected topic-partition");
      }
    }
  }
}

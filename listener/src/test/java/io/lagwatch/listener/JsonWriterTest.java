package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
  @Test
  void writesValuesThatAParserReadsBack() {
    String special = "quote\" back\\slash \n\t\u0001\u001f\u007f\u2028 é 漢 \uD83D\uDE80 </script>";
    JsonWriter json = new JsonWriter();
    json.beginObject().field("s", special).field(special, 1L).field("none", (String) null);
    json.name("a").beginArray().beginObject().endObject().beginObject().endObject().endArray();
    json.field("t", true).field("big", Long.MAX_VALUE).raw("r", "{\"x\":[1,2]}").endObject();
    JsonNode read = Events.json(json.toString());
    assertThat(read.get("s").asText()).isEqualTo(special);
    assertThat(read.get(special).asLong()).isEqualTo(1);
    assertThat(read.get("none").isNull()).isTrue();
    assertThat(read.get("a")).hasSize(2);
    assertThat(read.get("t").asBoolean()).isTrue();
    assertThat(read.get("big").asLong()).isEqualTo(Long.MAX_VALUE);
    assertThat(read.at("/r/x/1").asInt()).isEqualTo(2);
  }

  @Test
  void replacesTheNullCharacter() {
    JsonWriter json = new JsonWriter();
    json.beginObject().field("s", "a\0b").endObject();
    assertThat(Events.json(json.toString()).get("s").asText()).isEqualTo("a\uFFFDb");
  }

  @Test
  void writesNonFiniteDoublesAsNull() {
    JsonWriter json = new JsonWriter();
    json.beginObject().field("a", 1e-7).field("b", Double.NaN).field("c", 1 / 0.0).endObject();
    JsonNode read = Events.json(json.toString());
    assertThat(read.get("a").asDouble()).isEqualTo(1e-7);
    assertThat(read.get("b").isNull()).isTrue();
    assertThat(read.get("c").isNull()).isTrue();
  }
}

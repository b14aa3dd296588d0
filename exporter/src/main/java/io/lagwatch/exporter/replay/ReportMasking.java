package io.lagwatch.exporter.replay;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.lagwatch.exporter.ingest.ReportDecoder;
import io.lagwatch.exporter.ingest.SourceFields;
import io.lagwatch.exporter.text.Secrets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Masks the texts of a report that the decoder masks too, so that a recording holds no credentials
 * and is replayed like the report itself. Works token by token, because a report can be megabytes
 * long.
 */
final class ReportMasking {
  private static final Set<String> MASKED_FIELDS =
      Set.of("checkpoint", "class", "message", "description");

  /** Descriptions of Kafka sources name topics. Masking could change them. */
  private static final Pattern KAFKA = Pattern.compile("Kafka(V2|Source|SourceV1)\\[");

  private static final JsonMapper MAPPER = ReportDecoder.mapper();

  private ReportMasking() {}

  /** Returns the report as compact JSON in UTF-8. */
  static byte[] masked(byte[] body) throws IOException {
    var out = new ByteArrayOutputStream(body.length + 64);
    try (var parser = MAPPER.createParser(body);
        var generator = MAPPER.createGenerator(out)) {
      // The decoder distinguishes the number NaN from the text.
      generator.disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS.mappedFeature());
      while (parser.nextToken() != null) {
        if (isField(parser, "bootstrapServers") && !SourceFields.isAddresses(parser.getText())) {
          generator.writeNull();
        } else if (isMasked(parser)) {
          generator.writeString(Secrets.masked(parser.getText()));
        } else {
          generator.copyCurrentEventExact(parser);
        }
      }
    }
    return out.toByteArray();
  }

  private static boolean isField(JsonParser parser, String name) throws IOException {
    return parser.currentToken() == JsonToken.VALUE_STRING && name.equals(parser.currentName());
  }

  private static boolean isMasked(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_STRING || parser.currentName() == null) {
      return false;
    }
    return MASKED_FIELDS.contains(parser.currentName())
        && !(parser.currentName().equals("description")
            && KAFKA.matcher(parser.getText()).lookingAt());
  }
}

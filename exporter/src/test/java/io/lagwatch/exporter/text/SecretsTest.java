package io.lagwatch.exporter.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lagwatch.exporter.ingest.ProgressDecoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
  @ParameterizedTest
  @CsvSource({
    "s3a://key:hush@bucket/x, s3a://***@bucket/x",
    "jdbc:postgresql://u:hush@h/db failed, jdbc:postgresql://***@h/db failed",
    "jdbc:x://h/db?user=a&password=hush&ssl=true, jdbc:x://h/db?user=a&password=***&ssl=true",
    "abfss://c@acc/x?sv=1&sig=hush%3D, abfss://***@acc/x?sv=1&sig=***",
    "Endpoint=sb://h/;SharedAccessKey=hush=;EntityPath=e,"
        + " Endpoint=sb://h/;SharedAccessKey=***;EntityPath=e",
    "JaasConfig(password=\"hush\"), JaasConfig(password=***)"
  })
  void masksWhatIsACredential(String text, String masked) {
    assertThat(Secrets.masked(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3a://checkpoints/prod/course-activity-tile",
        "Task 3 in stage 4.0 failed 1 times, most recent failure: lost task",
        "Unexpected character ('}' (code 125)) at [Source: (String)\"{a:1}\"; line: 1]",
        "Unexpected token: SELECT, expected one of these",
        "MemoryStream[value#1]"
      })
  void leavesOtherTextAsItIs(String text) {
    assertThat(Secrets.masked(text)).isEqualTo(text);
  }

  @Test
  void keepsThemOutOfExceptionsAndDescriptions() {
    var progress = JsonNodeFactory.instance.objectNode();
    progress.put("timestamp", "2026-03-02T00:00:00.000Z").put("batchId", 1);
    var sources = progress.putArray("sources");
    sources.addObject().put("description", "JDBC[x://u:hush@h]");
    sources.addObject().put("description", "KafkaV2[SubscribePattern[token=.*]]");
    var decoded = ProgressDecoder.decode(progress);
    assertThat(decoded.sources().get(0).description()).isEqualTo("JDBC[x://***@h]");
    assertThat(decoded.sources().get(1).description())
        .as("is read for its topics")
        .isEqualTo("KafkaV2[SubscribePattern[token=.*]]");
  }
}

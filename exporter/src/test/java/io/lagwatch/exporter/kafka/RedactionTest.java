package io.lagwatch.exporter.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RedactionTest {
  private static final Redaction REDACTION =
      new Redaction(
          Map.of(
              "sasl.jaas.config",
              "org.example.Login required username=\"ann\" password='hunter2-longer' token=plain7;",
              "ssl.key.password",
              "hunter2",
              "security.protocol",
              "SASL_SSL",
              "ssl.truststore.password",
              ""));

  @Test
  void hidesSecretsAndTheValuesInAJaasLine() {
    assertThat(REDACTION.apply("bad 'hunter2-longer' near ann, plain7 or hunter2 for SASL_SSL"))
        .isEqualTo("bad '[hidden]' near [hidden], [hidden] or [hidden] for SASL_SSL");
  }

  @Test
  void hidesAPasswordWithoutClosingQuote() {
    Redaction open = new Redaction(Map.of("sasl.jaas.config", "L required password=\"hunt er2"));

    assertThat(open.apply("found hunt er2 at the end")).isEqualTo("found [hidden] at the end");
  }

  @Test
  void describesTheInnermostCauseInOneShortLine() {
    Throwable cause = new IllegalArgumentException("no hunter2 here\nand more");

    assertThat(REDACTION.describe(new RuntimeException("outer", cause)))
        .isEqualTo("IllegalArgumentException: no [hidden] here");
    assertThat(REDACTION.describe(new IllegalStateException())).isEqualTo("IllegalStateException");
    assertThat(REDACTION.apply("x".repeat(5000))).hasSize(301);
  }
}

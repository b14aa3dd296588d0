package io.lagwatch.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DisplayTextTest {
  @Test
  void hidesWhatStandsBeforeAHost() {
    assertThat(DisplayText.quoted("u:SECRET@h")).isEqualTo("\"***@h\"");
    assertThat(DisplayText.quoted("a:1,u:SEC@RET@h:9092")).isEqualTo("\"***@h:9092\"");
    assertThat(DisplayText.quoted("broker:x")).isEqualTo("\"broker:x\"");
  }
}

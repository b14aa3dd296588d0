package io.lagwatch.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first pages that people read stay short; what is longer belongs into docs/. */
class ReadmeLengthTest {
  @ParameterizedTest
  @CsvSource({"README.md, 150", "CONTRIBUTING.md, 75"})
  void isShort(String path, int maxLines) {
    assertThat(MarkdownPage.at(path).text().lines().count()).isLessThanOrEqualTo(maxLines);
  }
}

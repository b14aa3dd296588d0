package io.lagwatch.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8TextTest {
  @ParameterizedTest
  @ValueSource(
      longs = {0, 9, 10, 99, 100, 1L << 53, (1L << 53) + 1, Long.MAX_VALUE, -1, Long.MIN_VALUE})
  void wholeNumbersAreExact(long number) {
    assertThat(text(new Utf8Text(0).value(number))).isEqualTo(number + ".0");
  }

  @ParameterizedTest
  @CsvSource({
    "0.0, 0.0",
    "-0.0, 0.0",
    "-3.0, -3.0",
    "16.5, 16.5",
    "1772445598.5, 1.7724455985E9",
    "9007199254740991.0, 9007199254740991.0",
    "9007199254740992.0, 9.007199254740992E15",
    "0.001, 0.001",
    "1.0E-4, 1.0E-4"
  })
  void wholeNumbersHaveAllDigitsAndOthersTheFormOfJava(double number, String expected) {
    assertThat(text(new Utf8Text(0).value(number))).isEqualTo(expected);
  }

  @Test
  void textGrowsBeyondItsCapacity() {
    var text = new Utf8Text(0);
    for (int i = 0; i < 10_000; i++) {
      text.add("naïve 🚀").digits(i).add("\n".getBytes(StandardCharsets.UTF_8));
    }

    assertThat(text(text)).startsWith("naïve 🚀0\n").endsWith("naïve 🚀9999\n");
  }

  @Test
  void escapesAreThoseOfTheFormat() {
    assertThat(text(new Utf8Text(0).escaped("a\\b\n\"c\" é", true)))
        .isEqualTo("a\\\\b\\n\\\"c\\\" é");
    assertThat(text(new Utf8Text(0).escaped("a\\b\n\"c\" é", false))).isEqualTo("a\\\\b\\n\"c\" é");
  }

  @Test
  void repeatsAPartAndTruncates() {
    var text = new Utf8Text(4).add("abcdefghijklmnop");
    text.repeat(2, 5).truncate(18);

    assertThat(text(text)).isEqualTo("abcdefghijklmnopcd");
    assertThat(text.endsWith("cd".getBytes(StandardCharsets.UTF_8))).isTrue();
    assertThat(text.endsWith("cde".getBytes(StandardCharsets.UTF_8))).isFalse();
  }

  private static String text(Utf8Text text) {
    return new String(text.toBytes(), StandardCharsets.UTF_8);
  }
}

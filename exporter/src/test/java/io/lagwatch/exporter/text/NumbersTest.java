package io.lagwatch.exporter.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  @ParameterizedTest
  @CsvSource({
    "0, '0'",
    "999, '999'",
    "1000, '1,000'",
    "412000, '412,000'",
    "-1234, '-1,234'",
    "9223372036854775807, '9,223,372,036,854,775,807'"
  })
  void countsHaveTheirThousandsSeparated(long number, String text) {
    assertThat(Numbers.count(number)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 records", "1, 1 record", "2, 2 records", "1000, '1,000 records'"})
  void onlyOneIsSingular(long number, String text) {
    assertThat(Numbers.counted(number, "record", "records")).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.4, 0",
    "0.5, 1",
    "1.9, 2",
    "1284, '1,300'",
    "1249, '1,200'",
    "1250, '1,300'",
    "-1284, '-1,300'",
    "1e9, '1,000,000,000'",
    "NaN, 0",
    "Infinity, 0"
  })
  void approximateNumbersHaveTwoDigits(double number, String text) {
    assertThat(Numbers.approximate(number)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.0009, < 0.001",
    "0.001, 0.001",
    "0.00512, 0.0051",
    "0.04, 0.04",
    "0.96, 0.96",
    "1, 1.0",
    "7.26, 7.3",
    "99.94, 99.9",
    "99.96, 100",
    "1250.4, '1,250'",
    "-7.26, -7.3",
    "-0.0001, < 0.001"
  })
  void ratesHaveAsManyDigitsAsAreUseful(double rate, String text) {
    assertThat(Numbers.rate(rate)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 %",
    "0.0004, 0.0 %",
    "0.034, 3.4 %",
    "0.04, 4.0 %",
    "0.0994, 9.9 %",
    "0.0995, 10 %",
    "0.1, 10 %",
    "0.874, 87 %",
    "1, 100 %",
    "12.34, 1234 %",
    "-0.034, -3.4 %"
  })
  void percentagesHaveOneDecimalBelowTen(double share, String text) {
    assertThat(Numbers.percent(share)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1.0 KiB",
    "1572864, 1.5 MiB",
    "104857600, 100 MiB",
    "1125899906842624, 1.0 PiB",
    "1152921504606846976, 1024 PiB"
  })
  void bytesHaveBinaryUnits(long number, String text) {
    assertThat(Numbers.bytes(number)).isEqualTo(text);
  }

  @Test
  void theLocaleOfTheMachineChangesNothing() {
    var before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(Numbers.count(412_000)).isEqualTo("412,000");
      assertThat(Numbers.rate(7.3)).isEqualTo("7.3");
      assertThat(Numbers.percent(0.034)).isEqualTo("3.4 %");
      assertThat(Numbers.bytes(1536)).isEqualTo("1.5 KiB");
    } finally {
      Locale.setDefault(before);
    }
  }
}

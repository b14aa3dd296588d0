package io.lagwatch.exporter.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SentencesTest {
  @Test
  void beginsWithACapitalLetterAndEndsWithOneFullStop() {
    assertThat(Sentences.sentence("lag is growing")).isEqualTo("Lag is growing.");
    assertThat(Sentences.sentence("Lag is growing.")).isEqualTo("Lag is growing.");
    assertThat(Sentences.sentence("x")).isEqualTo("X.");
    assertThat(Sentences.sentence("")).isEmpty();
  }

  @Test
  void keepsAPercentSignOnTheLineOfItsNumber() {
    assertThat(Sentences.sentence("it is 21 % now")).isEqualTo("It is 21\u00a0% now.");
  }

  @Test
  void capitalizesTheFirstLetterOnly() {
    assertThat(Sentences.capitalized("at least 5 records")).isEqualTo("At least 5 records");
    assertThat(Sentences.capitalized("a")).isEqualTo("A");
    assertThat(Sentences.capitalized("")).isEmpty();
  }

  @Test
  void marksALowerBound() {
    assertThat(Sentences.atLeast("5 records", true)).isEqualTo("at least 5 records");
    assertThat(Sentences.atLeast("5 records", false)).isEqualTo("5 records");
    assertThat(Sentences.atLeastSign("5", true)).isEqualTo("≥ 5");
    assertThat(Sentences.atLeastSign("5", false)).isEqualTo("5");
  }
}

package io.lagwatch.exporter.lag;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TopicPatternTest {
  @Test
  void findsThePatternAnywhereInTheNameAsSparkDoes() {
    TopicPattern pattern = TopicPattern.of("orders\\.(eu|us)");

    assertThat(pattern.valid()).isTrue();
    assertThat(pattern.matches("orders.eu")).isTrue();
    assertThat(pattern.matches("my-orders.eu.dlq")).isTrue();
    assertThat(pattern.matches("orders-eu")).isFalse();
    assertThat(TopicPattern.of("^orders$").matches("orders2")).isFalse();
  }

  @Test
  void matchesNothingWhenItIsNoRegularExpression() {
    TopicPattern pattern = TopicPattern.of("orders[");

    assertThat(pattern.valid()).isFalse();
    assertThat(pattern.matches("orders[")).isFalse();
  }

  @Test
  @Timeout(10)
  void givesUpOnAPatternThatBacktracksForYears() {
    String longest = "a".repeat(248) + "!";

    assertThat(TopicPattern.of("(a|aa|a?)+b$").matches(longest)).isFalse();
    assertThat(TopicPattern.of("(.*a){60}").matches(longest)).isFalse();
    assertThat(TopicPattern.of("(x|y|a)*(.*)*!").matches(longest)).isTrue();
  }

  @Test
  void hasStepsEnoughForALongHonestPattern() {
    String longest = "a".repeat(248) + "z";

    assertThat(TopicPattern.of(".*(north|south|a).*z").matches(longest)).isTrue();
  }

  @Test
  void takesALongLiteralAsFastAsOthers() {
    var cpu = ManagementFactory.getThreadMXBean();
    long before = cpu.getCurrentThreadCpuTime();
    TopicPattern pattern = TopicPattern.of("a".repeat(200_000));
    assertThat(pattern.matches("a".repeat(249))).isFalse();
    assertThat(Duration.ofNanos(cpu.getCurrentThreadCpuTime() - before))
        .isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void keepsFlagsAlternativesAndErrorsOfAPattern() {
    assertThat(TopicPattern.of("(?i)ORDERS").matches("orders")).isTrue();
    assertThat(TopicPattern.of("a|orders").matches("orders")).isTrue();
    assertThat(TopicPattern.of("*").valid()).isFalse();
    assertThat(TopicPattern.of("+orders").valid()).isFalse();
    assertThat(TopicPattern.of("a)(b").valid()).isFalse();
  }

  @Test
  void survivesAPatternThatIsNestedTooDeep() {
    String deep = "(".repeat(50_000) + "a" + ")".repeat(50_000);

    assertThat(TopicPattern.of(deep).matches("b")).isFalse();
  }
}

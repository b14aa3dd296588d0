package io.lagwatch.listener;

import static io.lagwatch.listener.RepeatedFault.MIN_INTERVAL_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepeatedFaultTest {
  private final RepeatedFault fault = new RepeatedFault();

  @Test
  void isLoggedOnceWhileItLasts() {
    assertThat(fault.shouldLog(0)).isTrue();
    assertThat(fault.shouldLog(1)).isFalse();
    assertThat(fault.shouldLog(100 * MIN_INTERVAL_MILLIS)).isFalse();
  }

  @Test
  void isLoggedAgainAfterItEnded() {
    assertThat(fault.shouldLog(0)).isTrue();
    fault.end();
    assertThat(fault.shouldLog(MIN_INTERVAL_MILLIS - 1)).as("too soon").isFalse();
    assertThat(fault.shouldLog(MIN_INTERVAL_MILLIS)).as("still there").isTrue();
    assertThat(fault.shouldLog(2 * MIN_INTERVAL_MILLIS)).as("has not ended").isFalse();
  }

  @Test
  void isLoggedTheFirstTimeAfterSuccesses() {
    fault.end();
    assertThat(fault.shouldLog(5)).isTrue();
  }

  @Test
  void isLoggedAgainWhenTheClockWasSetBack() {
    assertThat(fault.shouldLog(MIN_INTERVAL_MILLIS)).isTrue();
    fault.end();
    assertThat(fault.shouldLog(1)).isFalse();
    assertThat(fault.shouldLog(0)).isTrue();
  }
}

package io.lagwatch.exporter.alert;

import io.lagwatch.exporter.signal.Signals;
import java.time.Duration;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Signals of which one alone is known. */
final class SignalsOf {
  private SignalsOf() {}

  static Signals inputAge(@Nullable Duration age) {
    return of(null, age);
  }

  static Signals utilization(double utilization) {
    return of(utilization, null);
  }

  private static Signals of(@Nullable Double utilization, @Nullable Duration inputAge) {
    return new Signals(
        null,
        null,
        null,
        null,
        utilization,
        inputAge,
        new TreeMap<>(),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}

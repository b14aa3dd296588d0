package io.lagwatch.exporter.alert;

import io.lagwatch.exporter.signal.BatchSignals;
import io.lagwatch.exporter.signal.InputSignals;
import io.lagwatch.exporter.signal.LagSignals;
import io.lagwatch.exporter.signal.QueryHealth;
import io.lagwatch.exporter.signal.RetentionSignals;
import io.lagwatch.exporter.signal.RunSignals;
import io.lagwatch.exporter.signal.Signals;
import io.lagwatch.exporter.signal.StateSignals;
import io.lagwatch.exporter.signal.WatermarkSignals;
import java.time.Duration;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Signals of which only one is known. */
final class SignalsOf {
  private SignalsOf() {}

  static Signals inputAge(@Nullable Duration age) {
    return of(null, age);
  }

  static Signals utilization(@Nullable Double utilization) {
    return of(utilization, null);
  }

  private static Signals of(@Nullable Double utilization, @Nullable Duration inputAge) {
    return new Signals(
        LagSignals.UNKNOWN,
        new BatchSignals(utilization, null, null),
        new InputSignals(inputAge, new TreeMap<>()),
        WatermarkSignals.UNKNOWN,
        StateSignals.UNKNOWN,
        RetentionSignals.UNKNOWN,
        QueryHealth.UNKNOWN,
        RunSignals.UNKNOWN);
  }
}

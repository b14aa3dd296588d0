package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Span.HOUR;

/** Records a second that producers write to a topic, by the second of the simulation. */
@FunctionalInterface
interface Arrivals {
  double perSecond(long second);

  static Arrivals steady(double perSecond) {
    return t -> perSecond;
  }

  static Arrivals none() {
    return steady(0);
  }

  /** Straight from {@code low} to {@code high} within the span; level before and after. */
  static Arrivals ramp(double low, double high, long from, long to) {
    return t -> {
      double share = Math.min(1, Math.max(0, (t - from) / (double) (to - from)));
      return low + (high - low) * share;
    };
  }

  /** A day's curve: lowest at four in the morning, highest twelve hours later. */
  static Arrivals daily(double low, double high) {
    return t -> {
      double phase = 2 * Math.PI * (t - 4 * HOUR) / (24 * HOUR);
      return low + (high - low) * (1 - Math.cos(phase)) / 2;
    };
  }

  /** The same but for a span. */
  default Arrivals during(long from, long to, Arrivals other) {
    return t -> from <= t && t < to ? other.perSecond(t) : perSecond(t);
  }

  default Arrivals during(long from, long to, double perSecond) {
    return during(from, to, steady(perSecond));
  }

  /** The same until {@code from}, then something else for good. */
  default Arrivals then(long from, double perSecond) {
    return during(from, Span.FOR_EVER, steady(perSecond));
  }

  /** For {@code length} seconds out of every {@code every} another rate. */
  default Arrivals burst(long every, long length, double perSecond) {
    return t -> t % every >= every - length ? perSecond : perSecond(t);
  }

  /** Swings by {@code amplitude} (0.2 is ±20 %) with the given period in seconds. */
  default Arrivals waving(double amplitude, long period) {
    return t -> perSecond(t) * (1 + amplitude * Math.sin(2 * Math.PI * t / period));
  }
}

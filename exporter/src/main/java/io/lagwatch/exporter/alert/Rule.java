package io.lagwatch.exporter.alert;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.signal.Signals;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One alert rule: a signal that is compared with a threshold and must hold for a time. The
 * Prometheus rule of the same name compares the same two gauges.
 *
 * @param name without prefix, as {@code LagGrowing}
 * @param summary one sentence for documentation and the rule file's summary
 * @param appliesTo the queries that the rule is evaluated for; for others the condition is false
 * @param message why it fires, with numbers
 */
public record Rule(
    String name,
    Severity severity,
    String summary,
    Condition condition,
    Timing timing,
    Predicate<QueryFacts> appliesTo,
    Function<RuleInput, String> message) {

  /** How urgent an alert is. */
  public enum Severity {
    CRITICAL,
    WARNING;

    /** The value of the label {@code severity}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The comparison that must be true.
   *
   * @param gauge the exported gauge of the signal
   * @param signal null when the signal is unknown
   */
  public record Condition(
      String gauge,
      Function<Signals, @Nullable Double> signal,
      Comparison comparison,
      Threshold threshold) {

    /** Whether the condition is true; null when the signal is unknown. False without threshold. */
    @Nullable Boolean holds(RuleInput input) {
      Double limit = threshold.value().apply(input);
      if (limit == null) {
        return Boolean.FALSE;
      }
      Double value = signal.apply(input.signals());
      return value == null ? null : (Boolean) comparison.holds(value, limit);
    }
  }

  /** How a signal is compared with its threshold. */
  public enum Comparison {
    ABOVE(">") {
      @Override
      boolean holds(double signal, double threshold) {
        return signal > threshold;
      }
    },
    AT_LEAST(">=") {
      @Override
      boolean holds(double signal, double threshold) {
        return signal >= threshold;
      }
    },
    BELOW("<") {
      @Override
      boolean holds(double signal, double threshold) {
        return signal < threshold;
      }
    };

    private final String promql;

    Comparison(String promql) {
      this.promql = promql;
    }

    /** The operator in PromQL. */
    public String promql() {
      return promql;
    }

    abstract boolean holds(double signal, double threshold);
  }

  /**
   * What a signal is compared with.
   *
   * @param gauge the exported gauge that has its value per query; null when it is the constant 0
   * @param help for the gauge
   * @param value null when the query has no such threshold; then the condition is false
   */
  public record Threshold(
      @Nullable String gauge, @Nullable String help, Function<RuleInput, @Nullable Double> value) {
    static final Threshold ZERO = new Threshold(null, null, input -> 0.0);
  }

  /**
   * When a true condition fires and a false one resolves.
   *
   * @param hold how long the condition must be true before the alert fires
   * @param keepFiring how long the condition must be false before it resolves
   */
  public record Timing(Function<QuerySettings, Duration> hold, Duration keepFiring) {}
}

package io.lagwatch.exporter.alert;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.signal.Signals;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One alert rule: a signal against a threshold, held for a time. The Prometheus rule of the same
 * name compares the same two gauges.
 *
 * @param name without prefix, as {@code LagGrowing}
 * @param meaning one sentence for documentation and the rule file's summary
 * @param gauge the exported gauge that the signal is
 * @param comparison how the signal must stand to the threshold
 * @param threshold what the signal is compared with
 * @param hold how long the condition must be true before the alert fires
 * @param keepFiring how long the condition must be false before it resolves
 * @param appliesTo queries that the rule says something of now; for others the condition is false
 * @param sentence why it fires, with numbers
 */
public record Rule(
    String name,
    Severity severity,
    String meaning,
    String gauge,
    Function<Signals, @Nullable Double> signal,
    Comparison comparison,
    Threshold threshold,
    Function<QuerySettings, Duration> hold,
    Duration keepFiring,
    Predicate<QueryFacts> appliesTo,
    Function<Subject, String> sentence) {

  /** How urgent an alert is. */
  public enum Severity {
    CRITICAL,
    WARNING;

    /** The value of the label {@code severity}. */
    public String label() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** How a signal must stand to its threshold. */
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
   * @param gauge the exported gauge that carries it per query; null when it is the constant 0
   * @param help for the gauge
   */
  public record Threshold(
      @Nullable String gauge, @Nullable String help, ToDoubleFunction<Subject> value) {
    static final Threshold ZERO = new Threshold(null, null, subject -> 0);
  }

  /** What a rule looks at. */
  public record Subject(QueryFacts facts, Signals signals, QuerySettings settings) {}

  /** Whether the condition is true; null when the signal is unknown. */
  @Nullable Boolean holds(Subject subject) {
    Double value = signal.apply(subject.signals());
    return value == null
        ? null
        : (Boolean) comparison.holds(value, threshold.value().applyAsDouble(subject));
  }
}

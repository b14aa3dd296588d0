package io.lagwatch.exporter.alert;

import io.lagwatch.exporter.alert.Rule.Comparison;
import io.lagwatch.exporter.alert.Rule.Condition;
import io.lagwatch.exporter.alert.Rule.Severity;
import io.lagwatch.exporter.alert.Rule.Threshold;
import io.lagwatch.exporter.alert.Rule.Timing;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.signal.SignalGauges;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Builds a rule by name. By default a rule applies to every query, is compared with 0, fires
 * immediately and resolves immediately. Not thread-safe.
 */
final class RuleBuilder {
  private final String name;
  private @Nullable Severity severity;
  private @Nullable String summary;
  private @Nullable String gauge;
  private Comparison comparison = Comparison.ABOVE;
  private Threshold threshold = Threshold.ZERO;
  private Function<QuerySettings, Duration> hold = settings -> Duration.ZERO;
  private Duration keepFiring = Duration.ZERO;
  private Predicate<QueryFacts> appliesTo = facts -> true;

  private RuleBuilder(String name) {
    this.name = name;
  }

  static RuleBuilder rule(String name) {
    return new RuleBuilder(name);
  }

  RuleBuilder critical(String summary) {
    this.severity = Severity.CRITICAL;
    this.summary = summary;
    return this;
  }

  RuleBuilder warning(String summary) {
    this.severity = Severity.WARNING;
    this.summary = summary;
    return this;
  }

  /** The exported gauge of the signal, and how it is compared with the threshold. */
  RuleBuilder when(String gauge, Comparison comparison) {
    this.gauge = gauge;
    this.comparison = comparison;
    return this;
  }

  /** True while the gauge of this name is above 0. */
  RuleBuilder whenSet(String gauge) {
    return when(gauge, Comparison.ABOVE);
  }

  /** The exported gauge of the threshold, its help text, and its value for a query. */
  RuleBuilder threshold(String gauge, String help, Function<RuleInput, @Nullable Double> value) {
    this.threshold = new Threshold(gauge, help, value);
    return this;
  }

  RuleBuilder holdFor(Duration hold) {
    return holdFor(settings -> hold);
  }

  RuleBuilder holdFor(Function<QuerySettings, Duration> hold) {
    this.hold = hold;
    return this;
  }

  RuleBuilder keepFiringFor(Duration keepFiring) {
    this.keepFiring = keepFiring;
    return this;
  }

  RuleBuilder appliesTo(Predicate<QueryFacts> queries) {
    this.appliesTo = queries;
    return this;
  }

  /** The rule, with the function that explains why it fires. */
  Rule message(Function<RuleInput, String> message) {
    var signal = SignalGauges.named(Objects.requireNonNull(gauge));
    return new Rule(
        name,
        Objects.requireNonNull(severity),
        Objects.requireNonNull(summary),
        new Condition(signal.name(), signal.value(), comparison, threshold),
        new Timing(hold, keepFiring),
        appliesTo,
        message);
  }
}

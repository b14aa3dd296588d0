package io.lagwatch.exporter.alert;

import io.lagwatch.exporter.alert.SavedAlerts.SavedAlert;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.signal.Signals;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates every rule for one query and keeps the phase of each alert between evaluations. An
 * alert that fires stays firing while its signal is unknown; a pending one becomes inactive. Not
 * thread-safe.
 */
public final class AlertEvaluator {
  private final Map<String, SavedAlert> alerts = new HashMap<>();

  /** An evaluator without earlier alerts. */
  public AlertEvaluator() {}

  /** An evaluator that continues with saved alerts, except those of unknown rules. */
  public static AlertEvaluator restore(SavedAlerts saved) {
    var evaluator = new AlertEvaluator();
    saved.entries().stream()
        .filter(AlertEvaluator::isKnown)
        .forEach(alert -> evaluator.alerts.put(alert.status().alert(), alert));
    return evaluator;
  }

  /** The saved alerts whose rule this version does not have. */
  public static List<SavedAlert> unknown(SavedAlerts saved) {
    return saved.entries().stream().filter(alert -> !isKnown(alert)).toList();
  }

  private static boolean isKnown(SavedAlert alert) {
    return Rules.ALL.stream().anyMatch(rule -> rule.name().equals(alert.status().alert()));
  }

  /**
   * Evaluates every rule; to be called every {@code Monitor.EVALUATION_INTERVAL}. When this throws,
   * every alert is as before.
   *
   * @return as {@link #current()}
   */
  public List<AlertStatus> evaluate(
      QueryFacts facts, Signals signals, QuerySettings settings, Instant now) {
    var input = new RuleInput(facts, signals, settings);
    var next = new HashMap<String, SavedAlert>();
    for (Rule rule : Rules.ALL) {
      next.put(rule.name(), next(rule, input, alerts.get(rule.name()), now));
    }
    alerts.putAll(next);
    return current();
  }

  /** One status for each rule in the order of the rules; empty before the first evaluation. */
  public List<AlertStatus> current() {
    return Rules.ALL.stream()
        .map(rule -> alerts.get(rule.name()))
        .filter(Objects::nonNull)
        .map(SavedAlert::status)
        .toList();
  }

  /** All alerts, for the state file. */
  public SavedAlerts saved() {
    return new SavedAlerts(List.copyOf(alerts.values()));
  }

  private static SavedAlert next(
      Rule rule, RuleInput input, @Nullable SavedAlert previous, Instant now) {
    Boolean holds =
        rule.appliesTo().test(input.facts()) ? rule.condition().holds(input) : Boolean.FALSE;
    if (previous == null || !previous.status().isFiring()) {
      return holds != null && holds
          ? pendingOrFiring(rule, input, previous, now)
          : inactive(rule, previous, now);
    }
    if (holds == null) {
      return new SavedAlert(previous.status(), null);
    }
    if (holds) {
      return firing(rule, input, previous.status().since());
    }
    Instant falseSince = previous.falseSince() == null ? now : previous.falseSince();
    boolean resolved = !falseSince.plus(rule.timing().keepFiring()).isAfter(now);
    return resolved ? inactive(rule, previous, now) : new SavedAlert(previous.status(), falseSince);
  }

  private static SavedAlert pendingOrFiring(
      Rule rule, RuleInput input, @Nullable SavedAlert previous, Instant now) {
    boolean wasPending = previous != null && previous.status().state() == AlertPhase.PENDING;
    Instant since = wasPending ? Objects.requireNonNull(previous).status().since() : now;
    Duration hold = rule.timing().hold().apply(input.settings());
    if (!since.plus(hold).isAfter(now)) {
      return firing(rule, input, now);
    }
    String message = rule.message().apply(input);
    return alert(rule, AlertPhase.PENDING, since, firedAt(previous), message);
  }

  private static SavedAlert firing(Rule rule, RuleInput input, Instant since) {
    return alert(rule, AlertPhase.FIRING, since, since, rule.message().apply(input));
  }

  private static SavedAlert inactive(Rule rule, @Nullable SavedAlert previous, Instant now) {
    return previous != null && previous.status().state() == AlertPhase.INACTIVE
        ? previous
        : alert(rule, AlertPhase.INACTIVE, now, firedAt(previous), "");
  }

  private static SavedAlert alert(
      Rule rule, AlertPhase phase, Instant since, @Nullable Instant firedAt, String message) {
    var severity = rule.severity().label();
    return new SavedAlert(
        new AlertStatus(rule.name(), severity, phase, since, firedAt, message), null);
  }

  private static @Nullable Instant firedAt(@Nullable SavedAlert previous) {
    return previous == null ? null : previous.status().firedAt();
  }
}

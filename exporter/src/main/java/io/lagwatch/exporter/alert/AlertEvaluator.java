package io.lagwatch.exporter.alert;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.signal.Signals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How every rule stands for one query, from evaluation to evaluation: pending, firing, resolved,
 * each since when. An alert that fires goes on firing while its signal is unknown: not to know is
 * no recovery. Not thread-safe.
 */
public final class AlertEvaluator {
  private final Map<String, Entry> entries = new HashMap<>();

  /**
   * One alert.
   *
   * @param falseSince since when the condition of a firing alert has been false; null while it is
   *     true or unknown
   */
  public record Entry(AlertStatus status, @Nullable Instant falseSince) {}

  /** A book in which nothing is written. */
  public AlertEvaluator() {}

  /** A book as it was; alerts of rules that no longer exist are left out. */
  public static AlertEvaluator restore(SavedAlerts state) {
    AlertEvaluator book = new AlertEvaluator();
    for (Entry entry : state.entries()) {
      book.entries.put(entry.status().alert(), entry);
    }
    return book;
  }

  /** Holds every rule against the signals; due every {@code Watch.EVALUATION_INTERVAL}. */
  public List<AlertStatus> evaluate(
      QueryFacts facts, Signals signals, QuerySettings settings, Instant now) {
    var input = new RuleInput(facts, signals, settings);
    for (Rule rule : Rules.ALL) {
      entries.put(rule.name(), next(rule, input, entries.get(rule.name()), now));
    }
    return current();
  }

  /** What the last evaluation found: every rule, inactive ones included; empty before the first. */
  public List<AlertStatus> current() {
    var statuses = new ArrayList<AlertStatus>();
    for (Rule rule : Rules.ALL) {
      Entry entry = entries.get(rule.name());
      if (entry != null) {
        statuses.add(entry.status());
      }
    }
    return statuses;
  }

  /** Everything, for the state file. */
  public SavedAlerts saved() {
    return new SavedAlerts(List.copyOf(entries.values()));
  }

  private static Entry next(Rule rule, RuleInput input, @Nullable Entry was, Instant now) {
    Boolean holds =
        rule.appliesTo().test(input.facts()) ? rule.condition().holds(input) : Boolean.FALSE;
    if (was == null || was.status().state() != AlertStatus.State.FIRING) {
      return holds != null && holds ? pending(rule, input, was, now) : inactive(rule, was, now);
    }
    if (holds == null) {
      return new Entry(was.status(), null);
    }
    if (holds) {
      return firing(rule, input, was, now);
    }
    Instant since = was.falseSince() == null ? now : was.falseSince();
    boolean over = !since.plus(rule.timing().keepFiring()).isAfter(now);
    return over ? inactive(rule, was, now) : new Entry(was.status(), since);
  }

  private static Entry pending(Rule rule, RuleInput input, @Nullable Entry was, Instant now) {
    Instant since =
        was != null && was.status().state() == AlertStatus.State.PENDING
            ? was.status().since()
            : now;
    Duration hold = rule.timing().hold().apply(input.settings());
    return since.plus(hold).isAfter(now)
        ? entry(rule, AlertStatus.State.PENDING, since, firedAt(was), rule.message().apply(input))
        : firing(rule, input, null, now);
  }

  private static Entry firing(Rule rule, RuleInput input, @Nullable Entry was, Instant now) {
    Instant since = was == null ? now : was.status().since();
    return entry(rule, AlertStatus.State.FIRING, since, since, rule.message().apply(input));
  }

  private static Entry inactive(Rule rule, @Nullable Entry was, Instant now) {
    return was != null && was.status().state() == AlertStatus.State.INACTIVE
        ? was
        : entry(rule, AlertStatus.State.INACTIVE, now, firedAt(was), "");
  }

  private static Entry entry(
      Rule rule,
      AlertStatus.State state,
      Instant since,
      @Nullable Instant firedAt,
      String sentence) {
    return new Entry(
        new AlertStatus(rule.name(), rule.severity().label(), state, since, firedAt, sentence),
        null);
  }

  private static @Nullable Instant firedAt(@Nullable Entry was) {
    return was == null ? null : was.status().firedAt();
  }
}

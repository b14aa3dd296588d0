package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.query.SavedField.notNegative;
import static io.lagwatch.exporter.query.SavedField.required;

import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.SourceFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Measures the time since each source of a query last returned rows. Planned stops do not count. A
 * query that ends by itself ({@code AvailableNow}) is measured within its runs only. Not
 * thread-safe.
 */
final class InputClock {
  private @Nullable Instant stoppedSince;
  private Duration stopped = Duration.ZERO;
  private final Map<Integer, LastInput> marks = new TreeMap<>();

  /**
   * The last input of a source.
   *
   * @param stoppedBefore time for which the query had been stopped until then
   */
  record LastInput(Instant at, Duration stoppedBefore) {}

  /** The content of the state file. */
  record SavedInputClock(
      @Nullable Instant stoppedSince, Duration stopped, Map<Integer, LastInput> marks) {
    SavedInputClock {
      notNegative(stopped, "input.stopped");
      for (LastInput mark : required(marks, "input.marks").values()) {
        required(required(mark, "input.marks").at(), "input.marks.at");
        notNegative(mark.stoppedBefore(), "input.marks.stoppedBefore");
      }
    }
  }

  InputClock() {}

  InputClock(SavedInputClock state) {
    stoppedSince = state.stoppedSince();
    stopped = state.stopped();
    marks.putAll(state.marks());
  }

  SavedInputClock state() {
    return new SavedInputClock(stoppedSince, stopped, new TreeMap<>(marks));
  }

  void observe(QueryFacts facts) {
    boolean isStopped = facts.run().isStopped();
    if (isStopped && stoppedSince == null) {
      stoppedSince =
          facts.run().endedAt() == null ? facts.run().lastReportAt() : facts.run().endedAt();
    } else if (!isStopped && stoppedSince != null) {
      Duration pause = Duration.between(stoppedSince, facts.run().startedAt());
      stopped = pause.isNegative() ? stopped : stopped.plus(pause);
      stoppedSince = null;
    }
    marks.keySet().retainAll(facts.sources().stream().map(s -> s.index()).toList());
    for (SourceFacts source : facts.sources()) {
      LastInput mark = marks.get(source.index());
      Instant input = lastInput(source);
      if (mark == null || input.isAfter(mark.at())) {
        marks.put(source.index(), new LastInput(input, stopped));
      }
    }
  }

  /** Returns the age at {@code now} by source index; empty while the ages are unknown. */
  SortedMap<Integer, Duration> ages(QueryFacts facts, Instant now) {
    var ages = new TreeMap<Integer, Duration>();
    if (!facts.trigger().reportsPosition()) {
      return ages;
    }
    boolean endsByItself = facts.trigger().endsByItself();
    boolean isStopped = facts.run().isStopped();
    if (isStopped && !endsByItself) {
      return ages;
    }
    for (SourceFacts source : facts.sources()) {
      Duration age =
          endsByItself
              ? ageByRuns(facts, lastInput(source), now)
              : age(
                  marks.getOrDefault(source.index(), new LastInput(lastInput(source), stopped)),
                  now);
      ages.put(source.index(), age.isNegative() ? Duration.ZERO : age);
    }
    return ages;
  }

  /**
   * Returns the time without input of a query whose sources are not known: its first batch has not
   * completed yet, or Spark's progress cannot be read.
   */
  @Nullable Duration ageWithoutSources(QueryFacts facts, Instant firstSeenAt, Instant now) {
    if (!facts.sources().isEmpty()
        || !facts.trigger().reportsPosition()
        || facts.run().isStopped()) {
      return null;
    }
    Instant input = facts.progress().reportedInputAt();
    Instant from = input != null && input.isAfter(firstSeenAt) ? input : firstSeenAt;
    Duration age = Duration.between(from, now).minus(stopped);
    return age.isNegative() ? Duration.ZERO : age;
  }

  private Duration age(LastInput mark, Instant now) {
    return Duration.between(mark.at(), now).minus(stopped.minus(mark.stoppedBefore()));
  }

  private static Duration ageByRuns(QueryFacts facts, Instant lastInput, Instant now) {
    if (facts.run().isStopped()) {
      return Duration.between(
          lastInput,
          facts.run().endedAt() == null ? facts.run().lastReportAt() : facts.run().endedAt());
    }
    Instant from = lastInput.isAfter(facts.run().startedAt()) ? lastInput : facts.run().startedAt();
    return Duration.between(from, now);
  }

  private static Instant lastInput(SourceFacts source) {
    return source.lastInputAt() == null ? source.watchedSince() : source.lastInputAt();
  }
}

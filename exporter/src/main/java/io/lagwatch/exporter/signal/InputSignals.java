package io.lagwatch.exporter.signal;

import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Signals about the input of a query.
 *
 * @param age the largest of {@code ageBySource}, or the age of a query whose sources are not known
 *     yet
 * @param ageBySource source index to the time since the source last returned rows, without the time
 *     in which the query was stopped on purpose
 */
public record InputSignals(@Nullable Duration age, SortedMap<Integer, Duration> ageBySource) {

  /** No signal is known. */
  public static final InputSignals UNKNOWN = new InputSignals(null, new TreeMap<>());

  public InputSignals {
    ageBySource = Collections.unmodifiableSortedMap(new TreeMap<>(ageBySource));
  }
}

package io.lagwatch.exporter.history;

import io.lagwatch.exporter.ingest.Progress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The duration of each phase of a batch. The phases depend on the Spark version and do not always
 * add up to the whole batch. Batches of one query share the names, to save memory. Immutable.
 */
public final class Phases {
  /** Maximum number of phases. Spark has eight; further ones in a report are ignored. */
  private static final int MAX_PHASES = 16;

  private final List<String> names;
  private final int[] millis;

  private Phases(List<String> names, int[] millis) {
    this.names = names;
    this.millis = millis;
  }

  /**
   * Returns the phases of a progress.
   *
   * @param durationMs milliseconds by Spark's name, including the whole trigger execution
   * @param previous phases of the previous batch, whose names are shared; null if there is none
   */
  public static Phases of(SortedMap<String, Long> durationMs, @Nullable Phases previous) {
    var phases =
        durationMs.entrySet().stream()
            .filter(phase -> !phase.getKey().equals(Progress.TRIGGER_EXECUTION))
            .limit(MAX_PHASES)
            .toList();
    var names = phases.stream().map(Map.Entry::getKey).toList();
    boolean same = previous != null && previous.names.equals(names);
    int[] millis =
        phases.stream().mapToInt(p -> (int) Math.min(Integer.MAX_VALUE, p.getValue())).toArray();
    return new Phases(same && previous != null ? previous.names : names, millis);
  }

  /** Returns the milliseconds of each phase, ordered by name. */
  public SortedMap<String, Integer> millis() {
    var all = new TreeMap<String, Integer>();
    for (int i = 0; i < millis.length; i++) {
      all.put(names.get(i), millis[i]);
    }
    return all;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Phases phases
        && names.equals(phases.names)
        && Arrays.equals(millis, phases.millis);
  }

  @Override
  public int hashCode() {
    return 31 * names.hashCode() + Arrays.hashCode(millis);
  }

  @Override
  public String toString() {
    return millis().toString();
  }
}

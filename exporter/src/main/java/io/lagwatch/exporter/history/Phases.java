package io.lagwatch.exporter.history;

import io.lagwatch.exporter.ingest.Progress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How long each phase of a batch took. Spark's phases differ from version to version and need not
 * add up to the whole. Immutable; batches of one query share the names.
 */
public final class Phases {
  /** Spark has eight; what a sender may make up beyond is left out. */
  private static final int MOST = 16;

  private final List<String> names;
  private final int[] millis;

  private Phases(List<String> names, int[] millis) {
    this.names = names;
    this.millis = millis;
  }

  /**
   * Of a progress.
   *
   * @param durationMs as Spark has it, the whole included
   * @param before those of the batch before, whose names are shared; null when there is none
   */
  public static Phases of(SortedMap<String, Long> durationMs, @Nullable Phases before) {
    var phases =
        durationMs.entrySet().stream()
            .filter(phase -> !phase.getKey().equals(Progress.TRIGGER_EXECUTION))
            .limit(MOST)
            .toList();
    var names = phases.stream().map(Map.Entry::getKey).toList();
    boolean same = before != null && before.names.equals(names);
    int[] millis =
        phases.stream().mapToInt(p -> (int) Math.min(Integer.MAX_VALUE, p.getValue())).toArray();
    return new Phases(same && before != null ? before.names : names, millis);
  }

  /** Phase to milliseconds, ordered by name. */
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

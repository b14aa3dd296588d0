package io.lagwatch.exporter.history;

import io.lagwatch.exporter.ingest.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The duration of each phase of a batch. The phases depend on the Spark version and do not always
 * add up to the whole batch. Batches of one query share the names, to save memory. Immutable.
 */
public final class Phases {
  /** Maximum number of phases. Spark has eight; further ones in a report are ignored. */
  private static final int MAX_PHASES = 16;

  /** Maximum number of names in all batches of a query. Each is a column of its page. */
  static final int MAX_NAMES = 32;

  private final List<String> names;
  private final int[] millis;

  /** Names of this batch and of those before. */
  private final List<String> known;

  private Phases(List<String> names, int[] millis, List<String> known) {
    this.names = names;
    this.millis = millis;
    this.known = known;
  }

  /**
   * Returns the phases of a progress.
   *
   * @param durationMs milliseconds by Spark's name, including the whole trigger execution
   * @param previous phases of the previous batch, whose names are shared; null if there is none.
   *     After {@value #MAX_NAMES} different names, further ones are ignored
   */
  public static Phases of(SortedMap<String, Long> durationMs, @Nullable Phases previous) {
    List<String> known = previous == null ? List.of() : previous.known;
    var names = new ArrayList<String>();
    var millis = new int[MAX_PHASES];
    for (var phase : durationMs.entrySet()) {
      String name = phase.getKey();
      if (names.size() == MAX_PHASES || name.equals(Progress.TRIGGER_EXECUTION)) {
        continue;
      }
      int index = known.indexOf(name);
      if (index < 0 && known.size() == MAX_NAMES) {
        continue;
      }
      if (index < 0) {
        known = Stream.concat(known.stream(), Stream.of(name)).toList();
      }
      millis[names.size()] = (int) Math.min(Integer.MAX_VALUE, phase.getValue());
      names.add(index < 0 ? name : known.get(index));
    }
    boolean same = previous != null && previous.names.equals(names);
    return new Phases(
        same && previous != null ? previous.names : List.copyOf(names),
        Arrays.copyOf(millis, names.size()),
        known);
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

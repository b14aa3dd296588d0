package io.lagwatch.exporter.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PhasesTest {
  @Test
  void leavesOutTheWholeBatch() {
    assertThat(phases(null, "addBatch", "triggerExecution").millis()).containsOnlyKeys("addBatch");
  }

  @Test
  void keepsAtMostSixteenPhases() {
    var names = new String[17];
    for (int i = 0; i < names.length; i++) {
      names[i] = "phase-%02d".formatted(i);
    }
    assertThat(phases(null, names).millis()).hasSize(16).doesNotContainKey("phase-16");
  }

  @Test
  void keepsAtMostThirtyTwoNamesInAllBatchesOfAQuery() {
    Phases last = null;
    var seen = new TreeSet<String>();
    for (int batch = 0; batch < 40; batch++) {
      last = phases(last, "addBatch", "made-up-" + batch);
      assertThat(last.millis()).containsKey("addBatch");
      seen.addAll(last.millis().keySet());
    }
    assertThat(seen).hasSize(Phases.MAX_NAMES).contains("made-up-30").doesNotContain("made-up-31");
    assertThat(phases(last, "made-up-3", "made-up-39").millis()).containsOnlyKeys("made-up-3");
  }

  private static Phases phases(Phases before, String... names) {
    var durations = new TreeMap<String, Long>();
    for (String name : names) {
      durations.put(name, 7L);
    }
    return Phases.of(durations, before);
  }
}

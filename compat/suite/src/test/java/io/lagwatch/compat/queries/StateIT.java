package io.lagwatch.compat.queries;

import io.lagwatch.compat.stage.CompatStage;
import io.lagwatch.compat.stage.SparkBuild;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The state, the watermark and the late rows of every kind of query that has some. */
@ExtendWith(CompatStage.Shared.class)
class StateIT {
  @ParameterizedTest
  @ValueSource(strings = {"3.3", "3.5", "4.2"})
  void everyKindOfStateIsWhatWasFed(String module, CompatStage stage) throws Exception {
    SparkBuild spark = SparkBuild.of(module);
    String app = "state-" + module;
    try (Bench bench = Bench.start(stage, module, app, app)) {
      Stateful stateful = new Stateful(bench, app);
      if (spark.isAtLeast(4, 0)) {
        stateful.start(
            Stateful.inRocksDb(Stateful.of("transformed", "TransformedByKey", "update")),
            "0:transformWithStateExec",
            3,
            4,
            6);
      } else {
        startWhatIsOlder(stateful, spark);
      }
      stateful.areAsForetold();
    }
  }

  private static void startWhatIsOlder(Stateful stateful, SparkBuild spark) throws Exception {
    // The late rows of one key and window are one row by the time they are dropped.
    stateful.start(Stateful.of("windowed", "Windowed", "update"), "0:stateStoreSave", 3, 1, 1, 2);
    stateful.start(
        Stateful.inRocksDb(Stateful.of("windowed-rocksdb", "Windowed", "update")),
        "0:stateStoreSave",
        3,
        1,
        1,
        2);
    stateful.start(Stateful.of("distinct", "Distinct", "append"), "0:dedupe", 3, 4, 6);
    if (spark.isAtLeast(3, 5)) {
      stateful.start(
          Stateful.of("within", "DistinctWithin", "append"), "0:dedupeWithinWatermark", 3, 1, 1, 3);
    }
    stateful.start(
        Stateful.of("two-operators", "DistinctThenWindowed", "append").reading(stateful.fed()),
        1,
        9,
        3,
        List.of(
            Map.of("0:stateStoreSave", 3L, "1:dedupe", 5L),
            Map.of("0:stateStoreSave", 1L, "1:dedupe", 1L),
            Map.of("0:stateStoreSave", 1L, "1:dedupe", 1L)));
    stateful.start(
        Stateful.of("joined", "Joined", "append").reading(stateful.fed()).reading(stateful.met()),
        2,
        12,
        3,
        Stateful.rows("0:symmetricHashJoin", 7, 2, 2));
    stateful.start(
        Stateful.of("counted", "CountedByKey", "update"), "0:flatMapGroupsWithState", 3, 4, 6);
    stateful.start(
        Stateful.inRocksDb(Stateful.of("counted-rocksdb", "CountedByKey", "update")),
        "0:flatMapGroupsWithState",
        3,
        4,
        6);
    stateful.startUncounted(
        Stateful.inUntrackedRocksDb(Stateful.of("uncounted", "CountedByKey", "update")));
  }
}

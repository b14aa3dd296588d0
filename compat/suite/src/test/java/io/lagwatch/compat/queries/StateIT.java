package io.lagwatch.compat.queries;

import io.lagwatch.compat.environment.CompatEnvironment;
import io.lagwatch.compat.environment.SparkBuild;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** State, watermark and late rows of every kind of stateful query. */
@ExtendWith(CompatEnvironment.CompatExtension.class)
class StateIT {
  @ParameterizedTest
  @ValueSource(strings = {"3.3", "3.5", "4.2"})
  void showsTheStateOfEveryStatefulQuery(String module, CompatEnvironment environment)
      throws Exception {
    SparkBuild spark = SparkBuild.of(module);
    String app = "state-" + module;
    try (QueryBench bench = QueryBench.start(environment, module, app, app)) {
      StateScenario scenario = new StateScenario(bench, app);
      if (spark.isAtLeast(4, 0)) {
        scenario.start(
            StateScenario.inRocksDb(StateScenario.of("transformed", "TransformedByKey", "update")),
            "0:transformWithStateExec",
            3,
            4,
            6);
      } else {
        startQueriesOfOlderVersions(scenario, spark);
      }
      scenario.verifyAll();
    }
  }

  private static void startQueriesOfOlderVersions(StateScenario scenario, SparkBuild spark)
      throws Exception {
    // Late rows with the same key and window are merged into one row before they are dropped.
    scenario.start(
        StateScenario.of("windowed", "Windowed", "update"), "0:stateStoreSave", 3, 1, 1, 2);
    scenario.start(
        StateScenario.inRocksDb(StateScenario.of("windowed-rocksdb", "Windowed", "update")),
        "0:stateStoreSave",
        3,
        1,
        1,
        2);
    scenario.start(StateScenario.of("distinct", "Distinct", "append"), "0:dedupe", 3, 4, 6);
    if (spark.isAtLeast(3, 5)) {
      scenario.start(
          StateScenario.of("within", "DistinctWithin", "append"),
          "0:dedupeWithinWatermark",
          3,
          1,
          1,
          3);
    }
    scenario.start(
        StateScenario.of("two-operators", "DistinctThenWindowed", "append").reading(scenario.fed()),
        1,
        9,
        3,
        List.of(
            Map.of("0:stateStoreSave", 3L, "1:dedupe", 5L),
            Map.of("0:stateStoreSave", 1L, "1:dedupe", 1L),
            Map.of("0:stateStoreSave", 1L, "1:dedupe", 1L)));
    scenario.start(
        StateScenario.of("joined", "Joined", "append")
            .reading(scenario.fed())
            .reading(scenario.met()),
        2,
        12,
        3,
        StateScenario.rows("0:symmetricHashJoin", 7, 2, 2));
    scenario.start(
        StateScenario.of("counted", "CountedByKey", "update"), "0:flatMapGroupsWithState", 3, 4, 6);
    scenario.start(
        StateScenario.inRocksDb(StateScenario.of("counted-rocksdb", "CountedByKey", "update")),
        "0:flatMapGroupsWithState",
        3,
        4,
        6);
    scenario.startUncounted(
        StateScenario.inUntrackedRocksDb(StateScenario.of("uncounted", "CountedByKey", "update")));
  }
}

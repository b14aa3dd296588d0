package io.lagwatch.exporter.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Progress;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UncountedStateOperatorsTest {
  private final UncountedStateOperators uncounted = new UncountedStateOperators(List.of());

  @Test
  void operatorStaysUncountedAfterAProgressWithoutRows() {
    uncounted.without(progress(operator("dedup", null)));
    assertThat(uncounted.without(progress(operator("dedup", 0L))).stateRows()).isNull();
    assertThat(uncounted.without(progress(operator("dedup", 5L))).stateRows()).isEqualTo(5);
  }

  @Test
  void operatorStaysUncountedAfterAProgressWithoutOperators() {
    uncounted.without(progress(operator("dedup", null)));
    uncounted.without(progress());
    assertThat(uncounted.operators()).containsExactly("0:dedup");
  }

  @Test
  void removesOperatorsThatTheQueryNoLongerHas() {
    IntStream.range(0, 100)
        .forEach(i -> uncounted.without(progress(operator("made-up-" + i, null))));
    assertThat(uncounted.operators()).containsExactly("0:made-up-99");
  }

  private static Progress.StateOperator operator(String name, Long rows) {
    return new Progress.StateOperator(0, name, rows, null, null, null, null);
  }

  private static Progress progress(Progress.StateOperator... operators) {
    return new Progress(
        TestReport.T0,
        1,
        null,
        null,
        null,
        new TreeMap<>(),
        null,
        null,
        List.of(operators),
        List.of());
  }
}

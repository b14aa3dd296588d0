package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * The operators whose rows Spark does not count. With RocksDB and {@code trackTotalNumberOfRows} =
 * {@code false} it reports a total of 0 (seen on 3.3 to 4.2), which only a batch that changes rows
 * shows to be none: until some are counted, 0 is then no number. Not thread-safe.
 */
final class UncountedStateOperators {
  private final TreeSet<String> operators = new TreeSet<>();

  /**
   * @param operators labels of the operators that are known not to be counted
   */
  UncountedStateOperators(Collection<String> operators) {
    this.operators.addAll(operators);
  }

  List<String> operators() {
    return List.copyOf(operators);
  }

  /** The same progress without the totals that are none. The same again for the same progress. */
  Progress without(Progress progress) {
    for (Progress.StateOperator operator : progress.stateOperators()) {
      Long rows = operator.rows();
      if (rows == null) {
        operators.add(operator.label());
      } else if (rows > 0) {
        operators.remove(operator.label());
      }
    }
    return operators.isEmpty()
        ? progress
        : progress.withStateOperators(
            progress.stateOperators().stream()
                .map(own -> operators.contains(own.label()) ? own.withoutRows() : own)
                .toList());
  }
}

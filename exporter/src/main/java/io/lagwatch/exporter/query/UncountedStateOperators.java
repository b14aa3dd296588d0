package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * The state operators whose rows Spark does not count. With RocksDB and {@code
 * trackTotalNumberOfRows} = {@code false} Spark reports 0 rows (seen on 3.3 to 4.2). A batch that
 * adds rows shows that this 0 is wrong. Until a higher number is reported, 0 then means unknown.
 * Not thread-safe.
 */
final class UncountedStateOperators {
  private final TreeSet<String> operators = new TreeSet<>();

  /**
   * @param operators labels of the operators whose rows are not counted
   */
  UncountedStateOperators(Collection<String> operators) {
    this.operators.addAll(operators);
  }

  List<String> operators() {
    return List.copyOf(operators);
  }

  /**
   * Returns the progress without the row counts that are wrong. Repeated calls return equal
   * results.
   */
  Progress without(Progress progress) {
    if (!progress.stateOperators().isEmpty()) {
      operators.retainAll(
          progress.stateOperators().stream().map(Progress.StateOperator::label).toList());
    }
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
                .map(
                    operator ->
                        operators.contains(operator.label()) ? operator.withoutRows() : operator)
                .toList());
  }
}

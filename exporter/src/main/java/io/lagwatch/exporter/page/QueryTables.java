package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.QueryHistory;
import io.lagwatch.exporter.lag.SourceRoute;
import io.lagwatch.exporter.page.DataTable.Cell;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.InputView.SourceView;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import io.lagwatch.exporter.watch.StateView.OperatorView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Batches, partitions, runs, sources and state operators. */
record QueryTables(
    DataTable batches,
    PartitionTable partitions,
    List<LabeledText> runs,
    DataTable sources,
    DataTable operators) {

  /**
   * The tables of a query.
   *
   * @param allPartitions whether to list all partitions
   */
  static QueryTables of(
      QueryView query, QueryHistory history, Snapshot snapshot, boolean allPartitions) {
    return new QueryTables(
        BatchTable.of(history),
        PartitionTable.of(query, allPartitions),
        RunFacts.of(query, snapshot),
        sources(query, snapshot),
        operators(query));
  }

  private static DataTable sources(QueryView query, Snapshot snapshot) {
    return new DataTable(
        "Sources",
        DataTable.headings(List.of("Source", "Consumed, offsets", "Arriving /s", "Last input"), 3),
        query.sources().stream().map(source -> source(source, snapshot)).toList());
  }

  private static DataTable.TableRow source(SourceView source, Snapshot snapshot) {
    Double arriving = source.arrivalPerSecond();
    Instant last = source.lastInputAt();
    return new DataTable.TableRow(
        source.description(),
        clusterOf(source),
        List.of(
            Cell.count(source.consumed()),
            Cell.number(arriving == null ? null : Numbers.rate(arriving)),
            Cell.number(
                last == null
                    ? "none seen for " + Times.duration(snapshot.age(source.observedSince()))
                    : Times.duration(snapshot.age(last)) + " ago")));
  }

  private static @Nullable String clusterOf(SourceView source) {
    if (!source.isKafka()) {
      return "not Kafka: its lag cannot be measured";
    }
    SourceRoute route = source.route();
    if (route == null) {
      return null;
    }
    String reported =
        route.bootstrapServers() == null
            ? "the driver does not report its brokers"
            : "brokers that the driver reports: " + route.bootstrapServers();
    String cluster =
        route.cluster() == null ? "Kafka cluster not determined" : "Kafka " + route.cluster();
    return cluster + " (" + reported + ")";
  }

  private static DataTable operators(QueryView query) {
    return new DataTable(
        "State operators",
        DataTable.headings(
            List.of("Operator", "Rows", "Updated", "Memory", "Commit", "Dropped late"), 5),
        query.state().operators().stream().map(QueryTables::operator).toList());
  }

  private static DataTable.TableRow operator(OperatorView operator) {
    Long bytes = operator.memoryBytes();
    Duration commit = operator.commit();
    return new DataTable.TableRow(
        operator.label(),
        null,
        List.of(
            Cell.count(operator.rows()),
            Cell.count(operator.rowsUpdated()),
            Cell.number(bytes == null ? null : Numbers.bytes(bytes)),
            Cell.number(commit == null ? null : Times.duration(commit)),
            Cell.count(operator.rowsDroppedByWatermark())));
  }
}

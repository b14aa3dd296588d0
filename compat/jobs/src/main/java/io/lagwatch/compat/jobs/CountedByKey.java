package io.lagwatch.compat.jobs;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.function.FlatMapGroupsWithStateFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.GroupState;
import org.apache.spark.sql.streaming.GroupStateTimeout;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * Counts rows with {@code flatMapGroupsWithState}: one row of state for each key. Needs the output
 * mode {@code update}.
 */
public final class CountedByKey implements QueryKind {
  @Override
  public StreamingQuery start(QuerySpec order) throws TimeoutException {
    MapFunction<Row, String> key = row -> row.getString(0);
    FlatMapGroupsWithStateFunction<String, Row, Long, String> count = CountedByKey::count;
    return order.write(
        KeyedRows.rows(order)
            .groupByKey(key, Encoders.STRING())
            .flatMapGroupsWithState(
                count,
                OutputMode.Update(),
                Encoders.LONG(),
                Encoders.STRING(),
                GroupStateTimeout.NoTimeout()));
  }

  private static Iterator<String> count(String key, Iterator<Row> rows, GroupState<Long> state) {
    long count = state.exists() ? state.get() : 0;
    while (rows.hasNext()) {
      rows.next();
      count++;
    }
    state.update(count);
    return List.of(key + "=" + count).iterator();
  }
}

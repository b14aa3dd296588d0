package io.lagwatch.compat.jobs;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.StatefulProcessor;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.TTLConfig;
import org.apache.spark.sql.streaming.TimeMode;
import org.apache.spark.sql.streaming.TimerValues;
import org.apache.spark.sql.streaming.ValueState;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Counts rows with {@code transformWithState}, which exists from Spark 4.0 on: one value for each
 * key. Needs the output mode {@code update} and state in RocksDB.
 */
public final class TransformedByKey implements QueryKind {
  @Override
  public StreamingQuery start(QuerySpec order) throws TimeoutException {
    MapFunction<Row, String> key = row -> row.getString(0);
    return order.write(
        KeyedRows.rows(order)
            .groupByKey(key, Encoders.STRING())
            .transformWithState(
                new CountProcessor(), TimeMode.None(), OutputMode.Update(), Encoders.STRING()));
  }

  /** Counts the rows of a key. */
  private static final class CountProcessor extends StatefulProcessor<String, Row, String> {
    private static final long serialVersionUID = 1L;

    private transient @Nullable ValueState<Long> count;

    @Override
    public void init(OutputMode mode, TimeMode time) {
      count = getHandle().getValueState("count", Encoders.LONG(), TTLConfig.NONE());
    }

    @Override
    public scala.collection.Iterator<String> handleInputRows(
        String key, scala.collection.Iterator<Row> rows, TimerValues timers) {
      ValueState<Long> state = Objects.requireNonNull(count);
      long sum = state.exists() ? state.get() : 0;
      while (rows.hasNext()) {
        rows.next();
        sum++;
      }
      state.update(sum);
      return CollectionConverters.asScala(List.of(key + "=" + sum).iterator());
    }
  }
}

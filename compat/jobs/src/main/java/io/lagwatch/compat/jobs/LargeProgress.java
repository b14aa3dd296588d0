package io.lagwatch.compat.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.apache.spark.sql.streaming.StreamingQueryProgress;

/**
 * A query with an observed metric of {@code observed} characters, like a sketch. Spark includes it
 * in the progress of every batch. Records what a listener receives.
 */
public final class LargeProgress implements QueryKind {
  private static final String SKETCH = "sketch";
  private static final ObjectNode PROGRESSES = new ObjectMapper().createObjectNode();

  /**
   * Returns for each query: {@code characters}, the length of the metric in its largest progress,
   * and {@code batches}, the number of its batches.
   */
  static JsonNode progresses() {
    synchronized (PROGRESSES) {
      return PROGRESSES.deepCopy();
    }
  }

  @Override
  public StreamingQuery start(QuerySpec order) throws TimeoutException {
    order.session().streams().addListener(new ProgressRecorder(order.text("name", "")));
    Dataset<Row> rows = order.input();
    String sketch =
        "max(repeat(left(cast(value as string), 1), " + order.number("observed", 0) + "))";
    return order.write(rows.observe(SKETCH, functions.expr(sketch).as("longest")));
  }

  /** Records the progresses of one query. */
  private static final class ProgressRecorder extends StreamingQueryListener {
    private static final long serialVersionUID = 1L;
    private final String query;

    ProgressRecorder(String query) {
      this.query = query;
    }

    @Override
    public void onQueryStarted(QueryStartedEvent event) {}

    @Override
    public void onQueryProgress(QueryProgressEvent event) {
      StreamingQueryProgress progress = event.progress();
      if (query.equals(progress.name()) && progress.durationMs().containsKey("addBatch")) {
        Row sketch = progress.observedMetrics().get(SKETCH);
        int characters = sketch == null || sketch.isNullAt(0) ? 0 : sketch.getString(0).length();
        synchronized (PROGRESSES) {
          ObjectNode seen =
              PROGRESSES.has(query)
                  ? (ObjectNode) PROGRESSES.get(query)
                  : PROGRESSES.putObject(query);
          seen.put("characters", Math.max(characters, seen.path("characters").asInt()));
          seen.put("batches", seen.path("batches").asInt() + 1);
        }
      }
    }

    @Override
    public void onQueryTerminated(QueryTerminatedEvent event) {}
  }
}

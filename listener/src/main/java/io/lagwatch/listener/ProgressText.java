package io.lagwatch.listener;

import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.jspecify.annotations.Nullable;

/**
 * One progress as Spark writes it. The text is made on first use, by a thread of the agent; from
 * then on Spark's object is let go, for with much state either of them takes megabytes.
 */
final class ProgressText {
  private @Nullable StreamingQueryProgress progress;
  private @Nullable String json;

  ProgressText(StreamingQueryProgress progress) {
    this.progress = progress;
  }

  /**
   * The JSON, or null when Spark's own code for it fails, as it does where an application brings
   * another json4s. Never called on Spark's threads: they would wait for each other's megabytes.
   */
  synchronized @Nullable String json() {
    StreamingQueryProgress source = progress;
    if (source != null) {
      progress = null;
      try {
        json = source.json();
      } catch (Throwable unwritable) {
        Log.warn("Spark could not write a query's progress as JSON; its counts go on", unwritable);
      }
    }
    return json;
  }
}

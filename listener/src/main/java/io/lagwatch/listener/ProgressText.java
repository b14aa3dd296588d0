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
  private int bytes;

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
        String text = source.json();
        bytes = utf8(text);
        json = text;
      } catch (Throwable unwritable) {
        Log.warn("Spark could not write a query's progress as JSON; its counts go on", unwritable);
      }
    }
    return json;
  }

  /** What {@link #json} takes as UTF-8; 0 before its first use and when it fails. */
  synchronized int bytes() {
    return bytes;
  }

  /** Without a second copy of the megabytes. */
  private static int utf8(String text) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // Each half of a pair counts two, which makes the four of the pair.
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes;
  }
}

package io.lagwatch.listener;

import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of one progress. Created on first use, by a thread of the agent. Then Spark's object is
 * released, because for queries with much state the object and the JSON take megabytes each.
 */
final class ProgressText {
  private @Nullable StreamingQueryProgress progress;
  private @Nullable String json;
  private int bytes;

  ProgressText(StreamingQueryProgress progress) {
    this.progress = progress;
  }

  /**
   * Returns the JSON. If Spark cannot create it, for example because the application has an
   * incompatible json4s, it is a small one from Spark's getters; null if they fail too. Must not be
   * called on Spark's threads, because creating it is slow.
   */
  synchronized @Nullable String json() {
    StreamingQueryProgress source = progress;
    if (source != null) {
      progress = null;
      String text = write(source);
      json = text;
      bytes = text == null ? 0 : utf8Length(text);
    }
    return json;
  }

  private static @Nullable String write(StreamingQueryProgress source) {
    try {
      return source.json();
    } catch (Throwable unwritable) {
      String fallback = ProgressFallback.json(source);
      DriverLog.warn(
          "Spark failed to write the progress of a query as JSON; "
              + (fallback == null
                  ? "its counts are still reported"
                  : "its position, its durations and its counts are still reported"),
          unwritable);
      return fallback;
    }
  }

  /** Returns the size of {@link #json} in UTF-8; 0 before its first use and if it is null. */
  synchronized int bytes() {
    return bytes;
  }

  /** Counts without encoding, because the copy would take megabytes. */
  private static int utf8Length(String text) {
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // A surrogate pair takes 4 bytes, so 2 for each half.
      length += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return length;
  }
}

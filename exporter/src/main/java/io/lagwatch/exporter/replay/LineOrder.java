package io.lagwatch.exporter.replay;

/** In which order a file has the lines of its log. */
enum LineOrder {
  OLDEST_FIRST,

  /** Each line of the file is a line of the log, the newest first. */
  NEWEST_LINE_FIRST,

  /** Each record in a document has a line of the log, the newest first. */
  NEWEST_RECORD_FIRST
}

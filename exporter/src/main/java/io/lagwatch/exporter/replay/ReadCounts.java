package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.text.Numbers;

/** How much of logs was read: distinct progress, starts and ends of runs, and applications. */
record ReadCounts(long progress, long starts, long ends, long applications) {
  static final ReadCounts NONE = new ReadCounts(0, 0, 0, 0);
  static final ReadCounts ONE_PROGRESS = new ReadCounts(1, 0, 0, 0);
  static final ReadCounts ONE_START = new ReadCounts(0, 1, 0, 0);
  static final ReadCounts ONE_END = new ReadCounts(0, 0, 1, 0);
  static final ReadCounts ONE_APPLICATION = new ReadCounts(0, 0, 0, 1);

  ReadCounts plus(ReadCounts other) {
    return new ReadCounts(
        progress + other.progress,
        starts + other.starts,
        ends + other.ends,
        applications + other.applications);
  }

  /**
   * The counts as a sentence.
   *
   * @param notUsed blocks that were named and left out
   */
  String sentence(long notUsed) {
    return "read %s progress, %s, %s from %s; %s not used"
        .formatted(
            Numbers.count(progress),
            Numbers.counted(starts, "start", "starts"),
            Numbers.counted(ends, "end", "ends"),
            Numbers.counted(applications, "application", "applications"),
            Numbers.count(notUsed));
  }
}

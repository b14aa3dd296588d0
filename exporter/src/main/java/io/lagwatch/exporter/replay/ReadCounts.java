package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.text.Numbers;

/** How much of a log was read: distinct progress, and starts and ends of runs. */
record ReadCounts(long progress, long starts, long ends) {
  static final ReadCounts NONE = new ReadCounts(0, 0, 0);

  ReadCounts plus(ReadCounts other) {
    return new ReadCounts(progress + other.progress, starts + other.starts, ends + other.ends);
  }

  /**
   * The counts as a sentence.
   *
   * @param notUsed blocks that were named and left out
   */
  String sentence(long notUsed) {
    return "read %s progress, %s, %s; %s not used"
        .formatted(
            Numbers.count(progress),
            Numbers.counted(starts, "start", "starts"),
            Numbers.counted(ends, "end", "ends"),
            Numbers.count(notUsed));
  }
}

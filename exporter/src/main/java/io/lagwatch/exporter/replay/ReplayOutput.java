package io.lagwatch.exporter.replay;

import org.jspecify.annotations.Nullable;

/** A format of the result of a replay. Not thread-safe. */
interface ReplayOutput {
  /** An alert begins or ends. */
  void changed(Transition transition);

  /** A timeline has ended. */
  void ended(Summary summary);

  /**
   * Everything has been replayed.
   *
   * @param read what was read of logs; null if there were only recordings
   * @param notUsed blocks and lines that were named and left out
   */
  void finished(@Nullable ReadCounts read, long notUsed);
}

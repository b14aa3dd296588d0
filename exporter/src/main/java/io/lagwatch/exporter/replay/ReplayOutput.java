package io.lagwatch.exporter.replay;

import java.util.List;

/** A format of the result of a replay. Not thread-safe. */
interface ReplayOutput {
  /** An alert begins or ends. */
  void changed(Transition transition);

  /** A timeline has ended. */
  void ended(Summary summary);

  /**
   * Everything has been replayed.
   *
   * @param notes how the input was read, and how much of it
   */
  void finished(List<String> notes);
}

package io.lagwatch.exporter.config;

import java.util.List;

/** What became of file, flags and environment. */
public sealed interface Loaded {
  /** Everything is well. */
  record Good(Settings settings) implements Loaded {}

  /** Something is wrong; every problem is listed. */
  record Bad(List<Problem> problems) implements Loaded {
    public Bad {
      problems = List.copyOf(problems);
    }
  }
}

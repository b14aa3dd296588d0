package io.lagwatch.exporter.config;

import java.util.List;

/** The result of loading the settings from flags, environment and file. */
public sealed interface Loaded {
  /**
   * All settings are valid.
   *
   * @param effective every setting with its value and origin, in the order of the reference
   */
  record Good(Settings settings, List<EffectiveSetting> effective) implements Loaded {
    public Good {
      effective = List.copyOf(effective);
    }
  }

  /** Some settings are invalid; every problem is listed. */
  record Bad(List<Problem> problems) implements Loaded {
    public Bad {
      problems = List.copyOf(problems);
    }
  }
}

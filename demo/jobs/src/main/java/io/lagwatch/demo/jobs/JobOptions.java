package io.lagwatch.demo.jobs;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The command-line options of the application: {@code --name value} pairs.
 *
 * @param bootstrap the brokers, {@code host:port,…}
 * @param checkpoints folder with one checkpoint per query
 * @param out folder with one result folder per query
 * @param trigger interval in Spark's notation, {@code "2 seconds"}
 * @param maxOffsetsPerTrigger maximum number of records in a batch of the course query
 */
record JobOptions(
    String bootstrap, String checkpoints, String out, String trigger, long maxOffsetsPerTrigger) {

  private static final String BOOTSTRAP = "--bootstrap";
  private static final String CHECKPOINTS = "--checkpoints";
  private static final String OUT = "--out";
  private static final String TRIGGER = "--trigger";
  private static final String MAX_OFFSETS = "--max-offsets-per-trigger";
  private static final Set<String> NAMES =
      Set.of(BOOTSTRAP, CHECKPOINTS, OUT, TRIGGER, MAX_OFFSETS);

  /**
   * Reads the arguments; every option is required.
   *
   * @throws IllegalArgumentException if an option is missing, unknown or not a number
   */
  static JobOptions parse(String... args) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < args.length; i += 2) {
      if (!NAMES.contains(args[i])) {
        throw new IllegalArgumentException(
            "arguments: expected one of " + NAMES + ", found " + args[i]);
      }
      if (i + 1 == args.length) {
        throw new IllegalArgumentException(args[i] + ": expected a value, found nothing");
      }
      values.put(args[i], args[i + 1]);
    }
    return new JobOptions(
        needed(values, BOOTSTRAP),
        needed(values, CHECKPOINTS),
        needed(values, OUT),
        needed(values, TRIGGER),
        number(needed(values, MAX_OFFSETS)));
  }

  private static String needed(Map<String, String> values, String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name + ": expected a value, found nothing");
    }
    return value;
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(MAX_OFFSETS + ": expected a number, found " + text, e);
    }
  }
}

package io.lagwatch.demo.check;

import java.io.PrintStream;

/** Counts what held and what did not, one printed line each. Not thread-safe. */
final class Checks {
  private final PrintStream out;
  private int passed;
  private int failed;

  Checks(PrintStream out) {
    this.out = out;
  }

  void say(String text) {
    out.println(text);
  }

  /** Records a claim with the numbers that it was judged by. */
  void that(String claim, Fact fact) {
    out.printf("  %s  %s (%s)%n", fact.holds() ? "ok  " : "FAIL", claim, fact.told());
    if (fact.holds()) {
      passed++;
    } else {
      failed++;
    }
  }

  /** The last line; true when all held. */
  boolean sum() {
    out.printf("%d passed, %d failed%n", passed, failed);
    return failed == 0;
  }

  /**
   * What was found.
   *
   * @param told the numbers, for a person
   */
  record Fact(boolean holds, String told) {
    Fact and(Fact other) {
      return new Fact(holds && other.holds, told + "; " + other.told);
    }
  }
}

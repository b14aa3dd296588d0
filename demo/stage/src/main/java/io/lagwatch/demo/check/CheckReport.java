package io.lagwatch.demo.check;

import java.io.PrintStream;

/** Counts what held and what did not, one printed line each. Not thread-safe. */
final class CheckReport {
  private final PrintStream out;
  private int passed;
  private int failed;

  CheckReport(PrintStream out) {
    this.out = out;
  }

  void print(String text) {
    out.println(text);
  }

  /** Records a claim with the numbers that it was judged by. */
  void record(String claim, CheckResult fact) {
    out.printf("  %s  %s (%s)%n", fact.passed() ? "ok  " : "FAIL", claim, fact.detail());
    if (fact.passed()) {
      passed++;
    } else {
      failed++;
    }
  }

  /** The last line; true when all held. */
  boolean printTotal() {
    out.printf("%d passed, %d failed%n", passed, failed);
    return failed == 0;
  }

  /**
   * What was found.
   *
   * @param told the numbers, for a person
   */
  record CheckResult(boolean passed, String detail) {
    CheckResult and(CheckResult other) {
      return new CheckResult(passed && other.passed, detail + "; " + other.detail);
    }
  }
}

package io.lagwatch.demo.check;

import java.io.PrintStream;

/** Prints a line per check and counts passed and failed checks. Not thread-safe. */
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

  /** Records the result of a check. */
  void record(String claim, CheckResult fact) {
    out.printf("  %s  %s (%s)%n", fact.passed() ? "ok  " : "FAIL", claim, fact.detail());
    if (fact.passed()) {
      passed++;
    } else {
      failed++;
    }
  }

  /** Prints the totals; returns true if no check failed. */
  boolean printTotal() {
    out.printf("%d passed, %d failed%n", passed, failed);
    return failed == 0;
  }

  /**
   * The result of a check.
   *
   * @param detail the numbers, as text
   */
  record CheckResult(boolean passed, String detail) {
    CheckResult and(CheckResult other) {
      return new CheckResult(passed && other.passed, detail + "; " + other.detail);
    }
  }
}

package io.lagwatch.compat.versions;

/** The checks of every version: the columns of the table in docs/compatibility.md. */
enum VersionCheck {
  EVENTS("every batch"),
  TOTALS("every row"),
  LAG("lag"),
  LEARNT("trigger, checkpoint"),
  IDLE("idle"),
  FAILURE("failure"),
  END("end"),
  REPLAY("replayed batch"),
  NEW_PARTITIONS("new partitions"),
  ASYNC("async progress"),
  ABSENT("exporter absent"),
  HANGING("exporter hanging"),
  ROUNDS("ten contexts");

  private final String title;

  VersionCheck(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}

package io.lagwatch.exporter.page;

import io.lagwatch.exporter.text.Numbers;
import java.util.List;

/**
 * A sentence that says whether anything is wrong. Immutable.
 *
 * @param details how many alerts fire and how much is unknown; may be empty
 */
record OverviewHeadline(String text, String details, int firing) {
  static OverviewHeadline of(List<OverviewQuery> queries) {
    int attention = 0;
    int firing = 0;
    int critical = 0;
    int suspicious = 0;
    int incomplete = 0;
    for (var query : queries) {
      var alerts = query.firing();
      attention += alerts.isEmpty() ? 0 : 1;
      firing += alerts.size();
      critical += (int) alerts.stream().filter(AlertOrder::isCritical).count();
      suspicious += alerts.isEmpty() && query.isSuspicious() ? 1 : 0;
      incomplete += query.isLagIncomplete() ? 1 : 0;
    }
    return new OverviewHeadline(
        text(queries.size(), attention, suspicious, incomplete),
        details(firing, critical, incomplete),
        firing);
  }

  private static String text(int queries, int attention, int suspicious, int incomplete) {
    if (queries == 0) {
      return "No query has reported yet";
    }
    var all = Numbers.counted(queries, "query", "queries");
    if (attention > 0) {
      return attention + " of " + all + (attention == 1 ? " needs attention" : " need attention");
    }
    if (suspicious > 0) {
      return "No alerts firing; " + suspicious + " of " + all + " may need attention";
    }
    if (incomplete > 0) {
      return "No alerts firing; some lag is unknown";
    }
    // Does not claim that everything is fine: lag that has just started to grow raises no alert
    // for several minutes.
    return "No alerts firing for " + (queries == 1 ? "the query" : "any of " + all);
  }

  private static String details(int firing, int critical, int incomplete) {
    int warnings = firing - critical;
    var text = new StringBuilder();
    if (critical > 0) {
      text.append(critical).append(" critical");
    }
    if (warnings > 0) {
      text.append(critical > 0 ? " and " : "").append(warnings).append(" warning");
    }
    text.append(firing == 0 ? "" : firing == 1 ? " alert fires." : " alerts fire.");
    if (incomplete > 0) {
      text.append(text.length() > 0 ? " " : "").append("The lag of ");
      text.append(Numbers.counted(incomplete, "query", "queries"));
      text.append(" is unknown or partly unknown.");
    }
    return text.toString();
  }
}

package io.lagwatch.exporter.page;

import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.watch.QueryView;
import java.util.List;

/**
 * Whether anything is wrong, in a sentence.
 *
 * @param attention queries of which an alert fires
 * @param uneasy queries of which nothing fires yet, and an alert is pending or the state is a bad
 *     one
 * @param unknown queries that read Kafka and whose lag is not wholly known
 */
record Health(int queries, int attention, int firing, int critical, int uneasy, int unknown) {
  static Health of(List<QueryView> queries) {
    int attention = 0;
    int firing = 0;
    int critical = 0;
    int uneasy = 0;
    int unknown = 0;
    for (var query : queries) {
      var alerts = Firing.of(query);
      attention += alerts.isEmpty() ? 0 : 1;
      firing += alerts.size();
      critical += (int) alerts.stream().filter(a -> Firing.style(a).equals("critical")).count();
      uneasy += alerts.isEmpty() && uneasy(query) ? 1 : 0;
      unknown += unknown(query.facts().lag()) ? 1 : 0;
    }
    return new Health(queries.size(), attention, firing, critical, uneasy, unknown);
  }

  /** Where nothing of Kafka is read, there is nothing to be known. */
  private static boolean unknown(QueryLag lag) {
    return lag.unknown() > 0 || lag.records() == null && !lag.equals(QueryLag.NO_KAFKA);
  }

  /** A state is seen at once, an alert only at the next evaluation. */
  private static boolean uneasy(QueryView query) {
    return switch (query.facts().run().state()) {
      case STUCK, FAILED, LOST -> true;
      case RUNNING, IDLE, STOPPED -> Firing.pends(query);
    };
  }

  String headline() {
    if (queries == 0) {
      return "No query has reported yet";
    }
    if (attention > 0) {
      var of = attention + " of " + Numbers.counted(queries, "query", "queries");
      return of + (attention == 1 ? " needs attention" : " need attention");
    }
    if (uneasy > 0) {
      var of = uneasy + " of " + Numbers.counted(queries, "query", "queries");
      return "Nothing fires yet, but " + of + " may need attention";
    }
    if (unknown > 0) {
      return "Nothing fires, but not everything is known";
    }
    // Not "all is well": a lag that has only begun to grow raises nothing for minutes.
    return "Nothing fires for " + (queries == 1 ? "the query" : "any of " + queries + " queries");
  }

  String details() {
    int warnings = firing - critical;
    var text = new StringBuilder();
    if (critical > 0) {
      text.append(critical).append(" critical");
    }
    if (warnings > 0) {
      text.append(critical > 0 ? " and " : "").append(warnings).append(" warning");
    }
    text.append(firing == 0 ? "" : firing == 1 ? " alert fires." : " alerts fire.");
    if (unknown > 0) {
      text.append(text.length() > 0 ? " " : "").append("The lag of ");
      text.append(Numbers.counted(unknown, "query", "queries"));
      text.append(" is not wholly known, which is not 0.");
    }
    return text.toString();
  }
}

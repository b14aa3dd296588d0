package io.lagwatch.exporter.page;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.watch.QueryView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * An alert that fires, for one query or, since one cause often stops all queries of a driver, for
 * several of one application.
 *
 * @param query the worst of them
 * @param alert as it stands for {@code query}
 */
record FiredAlert(QueryView query, AlertStatus alert, int count) {
  /** So many of one application are easier to read as one. */
  private static final int MANY = 3;

  /** Everything that fires, the worst first. */
  static List<FiredAlert> of(List<QueryView> queries) {
    var groups = new LinkedHashMap<List<String>, List<FiredAlert>>();
    for (var query : queries.stream().sorted(WorstFirst.ORDER).toList()) {
      for (var alert : Firing.of(query)) {
        groups
            .computeIfAbsent(
                List.of(alert.alert(), query.facts().identity().key().app()),
                group -> new ArrayList<>())
            .add(new FiredAlert(query, alert, 1));
      }
    }
    var all = new ArrayList<FiredAlert>();
    for (var group : groups.values()) {
      if (group.size() < MANY) {
        all.addAll(group);
      } else {
        all.add(new FiredAlert(group.get(0).query(), group.get(0).alert(), group.size()));
      }
    }
    return all;
  }

  /** The same from one look at the page to the next. */
  String key() {
    var key = query.facts().identity().key();
    return alert.alert() + '\n' + key.app() + '\n' + (count == 1 ? key.query() : "");
  }
}

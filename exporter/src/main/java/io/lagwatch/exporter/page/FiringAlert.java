package io.lagwatch.exporter.page;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An item of the list of firing alerts: an alert of one query or, since one cause often stops all
 * queries of a driver, of several queries of one application.
 *
 * @param alert of the worst of these queries
 * @param queries how many queries the item stands for
 */
record FiringAlert(QueryKey query, AlertStatus alert, int queries, String firingFor, Links links) {
  /** From this number on, queries of one application are listed as one item. */
  private static final int MIN_GROUPED = 3;

  /**
   * All firing alerts, the worst first.
   *
   * @param all queries of the snapshot
   */
  static List<FiringAlert> of(List<OverviewQuery> all, Snapshot snapshot, Links links) {
    var groups = new LinkedHashMap<List<String>, List<FiringAlert>>();
    for (var query : all.stream().sorted(WorstFirst.ORDER).toList()) {
      for (var alert : query.firing()) {
        groups
            .computeIfAbsent(List.of(alert.alert(), query.key().app()), group -> new ArrayList<>())
            .add(new FiringAlert(query.key(), alert, 1, firingFor(alert, snapshot), links));
      }
    }
    var items = new ArrayList<FiringAlert>();
    for (var group : groups.values()) {
      if (group.size() < MIN_GROUPED) {
        items.addAll(group);
      } else {
        var worst = group.get(0);
        items.add(
            new FiringAlert(worst.query(), worst.alert(), group.size(), worst.firingFor(), links));
      }
    }
    return items;
  }

  private static String firingFor(AlertStatus alert, Snapshot snapshot) {
    var since = alert.firedAt() == null ? alert.since() : alert.firedAt();
    return Times.duration(snapshot.age(since));
  }

  /** Identifies the item. It is the same after a refresh of the page. */
  String dataKey() {
    return name() + '\n' + query.app() + '\n' + (isGroup() ? "" : query.query());
  }

  StateIcon icon() {
    return StateIcon.of(alert);
  }

  String name() {
    return alert.alert();
  }

  String severity() {
    return alert.severity();
  }

  /** The query or queries that the alert is about. */
  String subject() {
    return isGroup() ? queries + " queries of " + query.app() : query.query();
  }

  String href() {
    return isGroup()
        ? new OverviewSelection("", query.app(), null, false).sortedBy(OverviewColumn.QUERY)
        : links.query(query);
  }

  /** Marks a link that stays on the overview; null for a link to another page. */
  @Nullable String dataView() {
    return isGroup() ? "app" : null;
  }

  String sentence() {
    return (isGroup() ? query.query() + ": " : "") + Sentences.sentence(alert.sentence());
  }

  String runbook() {
    return links.runbook(name());
  }

  private boolean isGroup() {
    return queries > 1;
  }
}

package io.lagwatch.exporter.web;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.QueryView;
import java.util.Locale;

/**
 * An alert as the API shows it: {@code alert}, {@code severity} (critical, warning), {@code state}
 * (inactive, pending, firing), {@code since} (of the state), {@code firedAt} (null when it never
 * did) and the {@code sentence} that explains it.
 */
final class AlertJson {
  private AlertJson() {}

  static ArrayNode all(QueryView query) {
    var alerts = Json.NODES.arrayNode();
    query.alerts().forEach(alert -> alerts.add(put(Json.object(), alert)));
    return alerts;
  }

  /** With the labels of its query in front. */
  static ObjectNode of(QueryKey key, AlertStatus alert) {
    return put(Json.object().put("app", key.app()).put("query", key.query()), alert);
  }

  private static ObjectNode put(ObjectNode json, AlertStatus alert) {
    return json.put("alert", alert.alert())
        .put("severity", alert.severity())
        .put("state", alert.state().name().toLowerCase(Locale.ROOT))
        .put("since", Json.time(alert.since()))
        .put("firedAt", Json.time(alert.firedAt()))
        .put("sentence", alert.sentence());
  }
}

package io.lagwatch.exporter.page;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.query.QueryState;

/**
 * A shape that shows a state without colour, beside its word. Immutable.
 *
 * @param style the CSS class of the state or severity, one of a fixed set
 * @param path of the shape, in a square of 12 by 12
 */
record StateIcon(String style, String path) {
  static StateIcon of(QueryState state) {
    return new StateIcon(
        state.label(),
        switch (state) {
          case RUNNING -> "M3 1.5 10.5 6 3 10.5Z";
          case IDLE -> "M6 1.5a4.5 4.5 0 1 0 .01 0ZM6 3.2a2.8 2.8 0 1 1-.01 0Z";
          case STUCK -> "M2.5 1.5h2.6v9H2.5ZM6.9 1.5h2.6v9H6.9Z";
          case STOPPED -> "M2 2h8v8H2Z";
          case FAILED ->
              "M2.9 1.5 6 4.6 9.1 1.5 10.5 2.9 7.4 6l3.1 3.1-1.4 1.4L6 7.4l-3.1 3.1"
                  + "-1.4-1.4L4.6 6 1.5 2.9Z";
          case LOST -> "M1 5h2.4v2H1ZM4.8 5h2.4v2H4.8ZM8.6 5H11v2H8.6Z";
        });
  }

  /** A filled triangle for critical, a hollow one for a warning. */
  static StateIcon of(AlertStatus alert) {
    boolean critical = AlertOrder.isCritical(alert);
    return new StateIcon(
        critical ? "critical" : "warning",
        critical ? "M6 1 11.5 11H.5Z" : "M6 1 11.5 11H.5ZM6 4.2 3.2 9.4h5.6Z");
  }
}

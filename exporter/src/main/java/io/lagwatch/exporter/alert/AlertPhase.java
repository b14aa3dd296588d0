package io.lagwatch.exporter.alert;

/** The phase that an alert is in. */
public enum AlertPhase {
  /** The condition is false or unknown, and the alert does not fire. */
  INACTIVE,
  /** The condition is true, but not yet for the rule's hold. */
  PENDING,
  /** The alert has fired and is not resolved. */
  FIRING
}

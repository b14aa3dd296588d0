package io.lagwatch.exporter.signal;

/**
 * The signals of one query at one moment: the values that the alert rules compare with thresholds.
 * A null signal is unknown or does not apply to the query; an unknown signal is never 0. {@link
 * SignalGauges} describes each signal and how it is exported.
 */
public record Signals(
    LagSignals lag,
    BatchSignals batch,
    InputSignals input,
    WatermarkSignals watermark,
    StateSignals state,
    RetentionSignals retention,
    QueryHealth health,
    RunSignals runs) {

  /** No signal is known. */
  public static final Signals UNKNOWN =
      new Signals(
          LagSignals.UNKNOWN,
          BatchSignals.UNKNOWN,
          InputSignals.UNKNOWN,
          WatermarkSignals.UNKNOWN,
          StateSignals.UNKNOWN,
          RetentionSignals.UNKNOWN,
          QueryHealth.UNKNOWN,
          RunSignals.UNKNOWN);
}

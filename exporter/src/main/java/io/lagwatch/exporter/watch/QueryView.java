package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.query.QueryKey;
import java.util.List;

/**
 * One query at the time of its snapshot, as decided values. Metrics, JSON, pages, advice and the
 * replay format these values and compute none. Null means unknown or not applicable; the part that
 * holds the value has the reason. Immutable.
 */
public record QueryView(
    IdentityView identity,
    RunView run,
    LagView lag,
    BatchView batch,
    TriggerView trigger,
    InputView input,
    StateView state,
    AlertsView alertStates) {

  /** The labels of every series of this query. */
  public QueryKey key() {
    return identity.key();
  }

  /** Spark's rates and the arrival rates. */
  public RatesView rates() {
    return input.rates();
  }

  /** The sources by index; empty before the first batch has ended. */
  public List<InputView.SourceView> sources() {
    return input.sources();
  }

  /** The watermark and its age. */
  public WatermarkView watermark() {
    return state.watermark();
  }

  /** Every rule that applies to the query with its state, in the order of the rules. */
  public List<AlertStatus> alerts() {
    return alertStates.all();
  }
}

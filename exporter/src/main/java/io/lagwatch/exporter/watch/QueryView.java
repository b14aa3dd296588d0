package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.query.QueryKey;
import java.util.List;

/**
 * All values of one query at the time of its snapshot. Metrics, JSON, pages, advice and the replay
 * only format them. Null means unknown or not applicable; the record with the value also has the
 * reason. Immutable.
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

  /** Returns the labels of every time series of this query. */
  public QueryKey key() {
    return identity.key();
  }

  /** Returns Spark's rates and the arrival rates. */
  public RatesView rates() {
    return input.rates();
  }

  /** Returns the sources by index; empty before the first batch has completed. */
  public List<InputView.SourceView> sources() {
    return input.sources();
  }

  /** Returns the watermark and its age. */
  public WatermarkView watermark() {
    return state.watermark();
  }

  /** Returns the states of all rules that apply to the query, in the order of the rules. */
  public List<AlertStatus> alerts() {
    return alertStates.all();
  }
}

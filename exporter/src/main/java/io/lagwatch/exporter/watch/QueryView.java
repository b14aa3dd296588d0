package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.alert.RuleInput;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.signal.Signals;
import java.util.List;
import java.util.Map;

/**
 * One query at the time of its snapshot, as decided values. Metrics, JSON, pages, advice and the
 * replay format these values and compute none. Null means unknown or not applicable; the part that
 * holds the value has the reason. Immutable.
 *
 * @param inputs what the values were made of; goes away once no output reads it
 */
public record QueryView(
    IdentityView identity,
    RunView run,
    LagView lag,
    BatchView batch,
    TriggerView trigger,
    InputView input,
    StateView state,
    AlertsView alertStates,
    RuleInput inputs) {

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

  public QueryFacts facts() {
    return inputs.facts();
  }

  public Signals signals() {
    return inputs.signals();
  }

  public QuerySettings settings() {
    return inputs.settings();
  }

  public Map<String, Double> arrivalPerSecond() {
    return rates().arrivalByTopic();
  }

  public List<AlertStatus> alerts() {
    return alertStates.all();
  }
}

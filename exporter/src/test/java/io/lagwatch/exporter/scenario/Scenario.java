package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.config.Glob;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.config.QuerySettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A simulated timeline, the settings to watch it with, and its labels. Times are seconds from its
 * start.
 */
final class Scenario {
  static final String LAG_GROWING = "LagGrowing";
  static final String BATCH_NEAR_TRIGGER = "BatchNearTrigger";
  static final String NO_INPUT = "NoInput";
  static final String BATCH_STUCK = "BatchStuck";
  static final String QUERY_LOST = "QueryLost";
  static final String QUERY_FAILED = "QueryFailed";
  static final String RUN_MISSED = "RunMissed";
  static final String STOPPED_TOO_LONG = "StoppedTooLong";
  static final String LAG_UNKNOWN = "LagUnknown";
  static final String QUERY = "course-activity-tile";
  static final String TOPIC = "learning.progress";

  private final String name;
  private final String what;
  private final Simulation simulation;
  private final List<QueryRules.QueryRule> rules = new ArrayList<>();
  private final List<Labels.Expected> expect = new ArrayList<>();
  private final List<Labels.Ignored> ignore = new ArrayList<>();
  private @Nullable Set<String> judged;
  private Duration quietPeriod = Duration.ofMinutes(15);
  private final Map<String, Duration> expected = new HashMap<>();

  private Scenario(String name, String what, Simulation simulation) {
    this.name = name;
    this.what = what;
    this.simulation = simulation;
  }

  static Scenario of(String name, String what, double hours) {
    var length = Duration.ofSeconds(Math.round(hours * Span.HOUR));
    return new Scenario(name, what, new Simulation(length, name.hashCode()));
  }

  /** Seconds from the start. */
  static long at(int hour, int minute) {
    return hour * Span.HOUR + minute * Span.MINUTE;
  }

  Scenario with(UnaryOperator<Simulation> parts) {
    parts.apply(simulation);
    return this;
  }

  /** The topic {@link #TOPIC} with four partitions and the query {@link #QUERY} of one driver. */
  Scenario oneQuery(Arrivals arrivals, UnaryOperator<QueryPlan> query) {
    return oneQuery(new TopicPlan(TOPIC, 4, arrivals), query, driver -> driver);
  }

  Scenario oneQuery(
      TopicPlan topic, UnaryOperator<QueryPlan> query, UnaryOperator<DriverPlan> driver) {
    QueryPlan plan = query.apply(new QueryPlan(QUERY, topic.name));
    simulation.topic(topic).driver(driver.apply(new DriverPlan("course-tiles").runs(plan)));
    return this;
  }

  /** The quiet period of every query without an entry of its own. */
  Scenario quietPeriod(Duration period) {
    quietPeriod = period;
    return this;
  }

  /** Another duration among the settings of every query without an entry of its own. */
  Scenario setting(String key, Duration value) {
    expected.put(key, value);
    return this;
  }

  Scenario quietPeriod(String match, Duration period) {
    rules.add(rule(match, period));
    return this;
  }

  static QueryRules.QueryRule rule(String match, Duration quietPeriod) {
    return new QueryRules.QueryRule(
        new Glob(match), Glob.ANY, QuerySettings.DEFAULTS.withQuietPeriod(quietPeriod));
  }

  /** The alert of {@link #QUERY} must begin in the window and must not end. */
  Scenario fires(String alert, long from, long to) {
    return fires(QUERY, alert, from, to);
  }

  Scenario fires(String query, String alert, long from, long to) {
    return expect(query, alert, window(from, to), null);
  }

  /** The alert last expected must end in the window. */
  Scenario resolves(long from, long to) {
    var last = expect.remove(expect.size() - 1);
    return expect(last.query(), last.alert(), last.fires(), window(from, to));
  }

  private Scenario expect(
      String query, String alert, Labels.Window fires, Labels.@Nullable Window resolves) {
    expect.add(new Labels.Expected(query, alert, fires, resolves));
    return this;
  }

  Scenario mayFire(String alert, long from, long to) {
    return mayFire(QUERY, alert, from, to);
  }

  Scenario mayFire(String query, String alert, long from, long to) {
    ignore.add(new Labels.Ignored(query, alert, window(from, to)));
    return this;
  }

  /** Alerts beyond the documented ones do not matter. */
  Scenario judgedForDocumented() {
    judged = Labels.DOCUMENTED;
    return this;
  }

  private static Labels.Window window(long from, long to) {
    return new Labels.Window(DriverClock.TRUE.atSecond(from), DriverClock.TRUE.atSecond(to));
  }

  String name() {
    return name;
  }

  Simulation timeline() {
    return simulation;
  }

  QueryRules rules() {
    var all = new ArrayList<>(rules);
    QuerySettings settings = QuerySettings.DEFAULTS.withQuietPeriod(quietPeriod);
    for (var given : expected.entrySet()) {
      settings = settings.with(given.getKey(), given.getValue());
    }
    all.add(new QueryRules.QueryRule(Glob.ANY, Glob.ANY, settings));
    return new QueryRules(all);
  }

  Labels labels() {
    return new Labels(name, what, DriverClock.START, simulation.end(), expect, ignore, judged);
  }

  @Override
  public String toString() {
    return name;
  }
}

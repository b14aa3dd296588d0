package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.ramp;
import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Scenario.BATCH_NEAR_TRIGGER;
import static io.lagwatch.exporter.scenario.Scenario.LAG_GROWING;
import static io.lagwatch.exporter.scenario.Scenario.NO_INPUT;
import static io.lagwatch.exporter.scenario.Scenario.TOPIC;
import static io.lagwatch.exporter.scenario.Scenario.at;
import static io.lagwatch.exporter.scenario.Span.HOUR;
import static io.lagwatch.exporter.scenario.Span.MINUTE;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Scenarios whose numbers are drawn: a query that keeps up with room to spare, whatever the
 * trigger, the traffic and the noise, and the same query with one thing wrong from two hours on.
 * Judged for the documented alerts.
 */
final class DrawnScenarios {
  private static final long[] TRIGGERS = {0, 5, 10, 15, 30, 60, 120, 300, 600};
  private static final int[] PARTITIONS = {1, 2, 4, 12, 30};
  private static final long BREAKS = at(2, 0);

  private final String seed;
  private final SplittableRandom random;
  private final long trigger;
  private final double rate;

  private DrawnScenarios(String kind, long seed) {
    this.seed = kind + "-" + seed;
    this.random = new SplittableRandom(this.seed.hashCode() * 31L + seed);
    this.trigger = TRIGGERS[random.nextInt(TRIGGERS.length)];
    this.rate = Math.exp(random.nextDouble(Math.log(2), Math.log(3000)));
  }

  /** All kinds, for seeds from {@code from} on. */
  static Stream<Scenario> all(long from, int seeds) {
    return Stream.iterate(from, n -> n + 1)
        .limit(seeds)
        .flatMap(n -> Stream.of(healthy(n), hangs(n), killed(n), leaks(n)))
        .map(Scenario::judgedForDocumented);
  }

  private static Scenario healthy(long seed) {
    var draw = new DrawnScenarios("drawn-healthy", seed);
    return draw.scenario(draw.traffic(), draw.query(1.7), draw.driver());
  }

  private static Scenario hangs(long seed) {
    var draw = new DrawnScenarios("drawn-hang", seed);
    Scenario scenario =
        draw.scenario(draw.traffic(), draw.query(1.7).hangs(BREAKS, Span.FOR_EVER), draw.driver());
    return draw.standsStill(scenario);
  }

  private static Scenario killed(long seed) {
    var draw = new DrawnScenarios("drawn-killed", seed);
    long at = BREAKS + draw.random.nextLong(draw.trigger + 1);
    return draw.standsStill(
        draw.scenario(draw.traffic(), draw.query(1.7), draw.driver().killed(at)));
  }

  /** Each batch may read 3 to 30 % less than what arrives. */
  private static Scenario leaks(long seed) {
    var draw = new DrawnScenarios("drawn-leak", seed);
    long step = Math.max(draw.trigger, 10);
    double shortfall = draw.random.nextDouble(Math.max(0.03, step / 5000.0), 0.3);
    // Until it is more than a trigger interval behind, nobody needs to know.
    long patience = HOUR + 12 * step + (long) (1.3 * step / shortfall);
    double limit = Math.max(draw.rate, 20) * step;
    Arrivals traffic =
        steady(limit / step * 0.9)
            .then(BREAKS, limit / step / (1 - shortfall))
            .waving(draw.random.nextDouble(0.08), draw.random.nextLong(3, 9) * MINUTE);
    QueryPlan query =
        new QueryPlan(Scenario.QUERY, TOPIC)
            .every(step)
            .takes(BatchTime.of(step * 0.2, limit / step * 4).noise(0.1))
            .maxOffsets((long) limit)
            .idle(draw.idle());
    return draw.scenario(traffic, query, draw.driver(), 8)
        .fires(LAG_GROWING, BREAKS, BREAKS + patience);
  }

  private Scenario scenario(Arrivals traffic, QueryPlan query, DriverPlan driver) {
    return scenario(traffic, query, driver, 6);
  }

  private Scenario scenario(Arrivals traffic, QueryPlan query, DriverPlan driver, int hours) {
    var topic =
        new TopicPlan(TOPIC, PARTITIONS[random.nextInt(PARTITIONS.length)], traffic)
            .noise(random.nextDouble())
            .skew(random.nextInt(3));
    return Scenario.of(seed, "trigger " + trigger + " s, about " + (long) rate + " rows/s", hours)
        .with(s -> s.topic(topic).driver(driver.runs(query)))
        .quietPeriod(Duration.ofSeconds(Math.max(15 * MINUTE, 4 * trigger)));
  }

  private Scenario standsStill(Scenario scenario) {
    long quiet = Math.max(15 * MINUTE, 4 * trigger);
    return scenario
        .fires(
            LAG_GROWING, BREAKS + MINUTE, BREAKS + 15 * MINUTE + (trigger > 60 ? 4 * trigger : 0))
        .fires(
            NO_INPUT, BREAKS + quiet - trigger - MINUTE, BREAKS + quiet + 2 * trigger + 5 * MINUTE)
        .mayFire(BATCH_NEAR_TRIGGER, BREAKS, at(6, 0));
  }

  private Arrivals traffic() {
    long from = random.nextLong(HOUR);
    Arrivals shape =
        switch (random.nextInt(5)) {
          case 0 -> steady(rate);
          case 1 -> ramp(rate * 0.2, rate, from, from + random.nextLong(20 * MINUTE, 4 * HOUR));
          case 2 -> steady(rate * 0.4).then(from, rate);
          case 3 -> ramp(rate, rate * 0.1, from, from + random.nextLong(20 * MINUTE, 4 * HOUR));
          default -> steady(rate * 0.5).burst(random.nextLong(5, 30) * MINUTE, MINUTE, rate);
        };
    return shape
        .waving(random.nextDouble(0.25), random.nextLong(3, 20) * MINUTE)
        .waving(random.nextDouble(0.25), random.nextLong(20, 180) * MINUTE);
  }

  /** Able to do {@code room} times the highest traffic. */
  private QueryPlan query(double room) {
    double highest = rate * 1.5;
    double step = Math.max(trigger, 2);
    double overhead = step * random.nextDouble(0.02, 0.25);
    double rowsPerSecond = highest * step / (step / room - overhead);
    var query =
        new QueryPlan(Scenario.QUERY, TOPIC)
            .every(trigger)
            .takes(
                BatchTime.of(overhead, rowsPerSecond)
                    .noise(random.nextDouble(0.15))
                    .slowStart(random.nextDouble(step)))
            .idle(idle());
    return random.nextBoolean() ? query.maxOffsets((long) (highest * step * room) + 10) : query;
  }

  private QueryPlan.Idle idle() {
    return QueryPlan.Idle.values()[random.nextInt(4)];
  }

  private DriverPlan driver() {
    var driver = new DriverPlan("tiles").clockAhead(random.nextLong(-5000, 5000));
    if (random.nextBoolean()) {
      driver.seesBatchesInFlight();
    }
    return random.nextBoolean() ? driver : driver.slowSilentHeartbeat();
  }
}

package io.lagwatch.demo.check;

import io.lagwatch.demo.check.CheckReport.CheckResult;
import io.lagwatch.demo.environment.DemoEnvironment;
import io.lagwatch.demo.environment.DemoQuery;
import io.lagwatch.demo.environment.QuerySamples;
import io.lagwatch.demo.metrics.Scrape;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Polls {@code /metrics} until a condition is true or a timeout has passed. */
final class ScrapePoller {
  private static final Duration FRESH_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(10);

  private static final Duration MAX_DURATION = Duration.ofMinutes(10);

  private final long lastDeadline = System.nanoTime() + MAX_DURATION.toNanos();
  private final DemoEnvironment environment;
  private final CheckReport checks;
  private final CounterMonitor counters = new CounterMonitor();

  ScrapePoller(DemoEnvironment environment, CheckReport checks) {
    this.environment = environment;
    this.checks = checks;
  }

  /** A check of one scrape. */
  @FunctionalInterface
  interface ScrapeCheck {
    CheckResult evaluate(Scrape scrape) throws IOException;
  }

  CounterMonitor counters() {
    return counters;
  }

  Scrape scrape() throws IOException {
    Scrape scrape = environment.exporter().scrape();
    counters.add(scrape);
    return scrape;
  }

  QuerySamples query(DemoQuery query) throws IOException {
    return QuerySamples.of(scrape(), query);
  }

  /** Returns a scrape whose end offsets were polled after this call. */
  Scrape fresh() throws IOException {
    double asked = Instant.now().toEpochMilli() / 1e3;
    return until(FRESH_TIMEOUT, scrape -> beganPolling(scrape) >= asked);
  }

  private static double beganPolling(Scrape scrape) {
    Map<String, String> kafka = Map.of("kafka", DemoEnvironment.KAFKA);
    double ended = scrape.value("lagwatch_kafka_last_poll_timestamp_seconds", kafka).orElse(0);
    return ended - scrape.value("lagwatch_kafka_poll_seconds", kafka).orElse(0);
  }

  /** Waits until a check passes, and records the result. */
  void eventually(String claim, Duration timeout, ScrapeCheck check) throws IOException {
    CheckResult[] last = {new CheckResult(false, "not checked")};
    long began = System.nanoTime();
    until(
        timeout,
        scrape -> {
          last[0] = check.evaluate(scrape);
          return last[0].passed();
        });
    long took = Duration.ofNanos(System.nanoTime() - began).toSeconds();
    checks.record(
        claim, new CheckResult(last[0].passed(), last[0].detail() + ", after " + took + " s"));
  }

  /** Returns the first scrape that meets the condition, or the last one before the deadline. */
  private Scrape until(Duration timeout, ScrapeCondition holds) throws IOException {
    long deadline = Math.min(System.nanoTime() + timeout.toNanos(), lastDeadline);
    long news = System.nanoTime() + PROGRESS_INTERVAL.toNanos();
    while (true) {
      Scrape scrape = scrape();
      if (holds.on(scrape) || System.nanoTime() > deadline) {
        return scrape;
      }
      if (System.nanoTime() > news) {
        tell(scrape);
        news = System.nanoTime() + PROGRESS_INTERVAL.toNanos();
      }
      environment.pause();
    }
  }

  private void tell(Scrape scrape) {
    for (DemoQuery query : DemoQuery.values()) {
      checks.print("       . " + QuerySamples.of(scrape, query).line());
    }
  }

  @FunctionalInterface
  private interface ScrapeCondition {
    boolean on(Scrape scrape) throws IOException;
  }
}

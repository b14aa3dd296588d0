package io.lagwatch.demo.check;

import io.lagwatch.demo.check.Checks.Fact;
import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.demo.stage.DemoQuery;
import io.lagwatch.demo.stage.QueryView;
import io.lagwatch.demo.stage.Stage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Looks at {@code /metrics} for the story: again and again until something holds or time is up. */
final class Eyes {
  private static final Duration FRESH_PATIENCE = Duration.ofSeconds(30);
  private static final Duration NEWS_EVERY = Duration.ofSeconds(10);

  private static final Duration WHOLE_STORY = Duration.ofMinutes(10);

  private final long curtain = System.nanoTime() + WHOLE_STORY.toNanos();
  private final Stage stage;
  private final Checks checks;
  private final CounterWatch counters = new CounterWatch();

  Eyes(Stage stage, Checks checks) {
    this.stage = stage;
    this.checks = checks;
  }

  /** Something that a scrape may show. */
  @FunctionalInterface
  interface Look {
    Fact at(Scrape scrape) throws IOException;
  }

  CounterWatch counters() {
    return counters;
  }

  Scrape scrape() throws IOException {
    Scrape scrape = stage.exporter().scrape();
    counters.see(scrape);
    return scrape;
  }

  QueryView query(DemoQuery query) throws IOException {
    return QueryView.of(scrape(), query);
  }

  /** A scrape whose end offsets were asked for after this call was made. */
  Scrape fresh() throws IOException {
    double asked = Instant.now().toEpochMilli() / 1e3;
    return until(FRESH_PATIENCE, scrape -> beganPolling(scrape) >= asked);
  }

  private static double beganPolling(Scrape scrape) {
    Map<String, String> kafka = Map.of("kafka", Stage.KAFKA);
    double ended = scrape.value("lagwatch_kafka_last_poll_timestamp_seconds", kafka).orElse(0);
    return ended - scrape.value("lagwatch_kafka_poll_seconds", kafka).orElse(0);
  }

  /** Waits for a claim to hold, and records whether it came to. */
  void eventually(String claim, Duration patience, Look look) throws IOException {
    Fact[] last = {new Fact(false, "never seen")};
    long began = System.nanoTime();
    until(
        patience,
        scrape -> {
          last[0] = look.at(scrape);
          return last[0].holds();
        });
    long took = Duration.ofNanos(System.nanoTime() - began).toSeconds();
    checks.that(claim, new Fact(last[0].holds(), last[0].told() + ", after " + took + " s"));
  }

  /** The first scrape that holds, or the last one before the deadline. */
  private Scrape until(Duration patience, Condition holds) throws IOException {
    long deadline = Math.min(System.nanoTime() + patience.toNanos(), curtain);
    long news = System.nanoTime() + NEWS_EVERY.toNanos();
    while (true) {
      Scrape scrape = scrape();
      if (holds.on(scrape) || System.nanoTime() > deadline) {
        return scrape;
      }
      if (System.nanoTime() > news) {
        tell(scrape);
        news = System.nanoTime() + NEWS_EVERY.toNanos();
      }
      stage.pause();
    }
  }

  private void tell(Scrape scrape) {
    for (DemoQuery query : DemoQuery.values()) {
      checks.say("       . " + QueryView.of(scrape, query).line());
    }
  }

  @FunctionalInterface
  private interface Condition {
    boolean on(Scrape scrape) throws IOException;
  }
}

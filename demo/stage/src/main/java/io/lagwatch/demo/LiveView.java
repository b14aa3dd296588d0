package io.lagwatch.demo;

import io.lagwatch.demo.environment.DemoEnvironment;
import io.lagwatch.demo.environment.DemoFailure;
import io.lagwatch.demo.environment.DemoQuery;
import io.lagwatch.demo.environment.QueryView;
import io.lagwatch.demo.metrics.Scrape;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;

/**
 * Shows how the queries do, a line for each every few seconds, and lets whoever watches play with
 * them: a line typed in changes the traffic or ends and starts the driver. Until something is
 * typed, one short surge comes by itself, so that there is lag to look at within the first minute.
 */
final class LiveView {
  private static final Duration INTERVAL = Duration.ofSeconds(4);
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
  private static final int SURGE = 20;
  private static final Duration FIRST_SURGE = Duration.ofSeconds(20);

  private final DemoEnvironment environment;
  private final PrintStream out;
  private final BufferedReader input =
      new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
  private boolean ended;
  private Introduction introduction = Introduction.WAITING;
  private long surgeEnds;

  /** What is played until someone types. */
  private enum Introduction {
    WAITING,
    SURGE,
    OVER
  }

  LiveView(DemoEnvironment environment, PrintStream out) {
    this.environment = environment;
    this.out = out;
  }

  /** Shows until {@code quit} is typed or the process is ended. */
  void show() throws IOException {
    out.println();
    out.println("Status page  " + environment.exporter().base() + "/");
    out.println("Metrics      " + environment.exporter().base() + "/metrics");
    environment.prometheus().ifPresent(http -> out.println("Prometheus   " + http.base() + "/"));
    out.println("Kafka        " + environment.bootstrap());
    out.println();
    out.println("Type surge, steady, pause, kill, restart or quit, and Enter; Ctrl-C ends all.");
    out.println(
        "A short surge comes by itself when both queries have a lag: watch the lag on the status"
            + " page.");
    out.println("Event time starts 30 days ago, 60 times as fast; every fiftieth event is late.");
    environment.steadyTraffic();
    try {
      runUntilEnded();
    } catch (IOException e) {
      throw new DemoFailure(environment.reason(e));
    }
  }

  private void runUntilEnded() throws IOException {
    long next = System.nanoTime();
    while (!ended) {
      if (System.nanoTime() - next >= 0) {
        advanceIntroduction(printQueries());
        next = System.nanoTime() + INTERVAL.toNanos();
      }
      environment.pause();
      if (input.ready()) {
        introduction = Introduction.OVER;
        execute(input.readLine());
      }
    }
  }

  private void advanceIntroduction(boolean measured) throws IOException {
    if (introduction == Introduction.WAITING && measured) {
      introduction = Introduction.SURGE;
      surgeEnds = System.nanoTime() + FIRST_SURGE.toNanos();
      execute("surge");
    } else if (introduction == Introduction.SURGE && System.nanoTime() - surgeEnds >= 0) {
      introduction = Introduction.OVER;
      execute("steady");
    }
  }

  /** True when every query has ended its first batch: only then its lag is known. */
  private boolean printQueries() throws IOException {
    Scrape scrape = environment.exporter().scrape();
    boolean measured = true;
    for (DemoQuery query : DemoQuery.values()) {
      QueryView view = QueryView.of(scrape, query);
      measured &= view.value("query_lag_records").isPresent();
      out.println(LocalTime.now().format(TIME) + "  " + view.line());
    }
    return measured;
  }

  private void execute(String word) throws IOException {
    switch (word.strip()) {
      case "surge" -> {
        for (DemoQuery query : DemoQuery.values()) {
          environment.producer().rate(query.feed(), SURGE * query.steadyRate());
        }
        printResult("surge: " + SURGE + " times as many events; the lag grows, steady ends it");
      }
      case "steady" -> {
        environment.steadyTraffic();
        printResult("steady: as many events as in the beginning; what has piled up is drained");
      }
      case "pause" -> {
        environment.noTraffic();
        printResult("pause: no events; the queries become idle");
      }
      case "kill" -> {
        environment.killDriver();
        printResult("kill: the driver is gone, and the lag goes on; restart brings it back");
      }
      case "restart" -> {
        out.println("> restart: the driver ends and starts, some seconds ...");
        environment.killDriver();
        environment.startDriver();
        printResult("restart: the queries go on from their checkpoints");
      }
      case "quit" -> ended = true;
      default -> out.println("> expected surge, steady, pause, kill, restart or quit");
    }
  }

  private void printResult(String what) {
    out.println("> " + what);
  }
}

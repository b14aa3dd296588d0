package io.lagwatch.demo;

import io.lagwatch.demo.environment.DemoEnvironment;
import io.lagwatch.demo.environment.DemoFailure;
import io.lagwatch.demo.environment.DemoQuery;
import io.lagwatch.demo.environment.QuerySamples;
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
 * Prints a line for each query every few seconds and runs the commands that the user types: they
 * change the traffic, or kill and restart the driver. Until the first command, the view starts one
 * short surge itself, so that there is lag within the first minute.
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

  /** Phases of the surge that runs before the first command. */
  private enum Introduction {
    WAITING,
    SURGE,
    OVER
  }

  LiveView(DemoEnvironment environment, PrintStream out) {
    this.environment = environment;
    this.out = out;
  }

  /** Runs until the user types {@code quit} or stops the process. */
  void show() throws IOException {
    out.println();
    out.println("Status page  " + environment.exporter().base() + "/");
    out.println("Metrics      " + environment.exporter().base() + "/metrics");
    environment.prometheus().ifPresent(http -> out.println("Prometheus   " + http.base() + "/"));
    out.println("Kafka        " + environment.bootstrap());
    out.println();
    out.println(
        "Type surge, steady, pause, kill, restart or quit, and press Enter. Ctrl-C stops"
            + " everything.");
    out.println("A short surge starts as soon as the lag of both queries is known.");
    out.println(
        "Event time starts 30 days ago and runs 60 times as fast. Every 50th event is late.");
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

  /** Returns true if the lag of every query is known, which requires one completed batch. */
  private boolean printQueries() throws IOException {
    Scrape scrape = environment.exporter().scrape();
    boolean measured = true;
    for (DemoQuery query : DemoQuery.values()) {
      QuerySamples view = QuerySamples.of(scrape, query);
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
        printResult("surge: " + SURGE + " times as many events; lag grows until you type steady");
      }
      case "steady" -> {
        environment.steadyTraffic();
        printResult("steady: the initial event rate; the backlog is drained");
      }
      case "pause" -> {
        environment.noTraffic();
        printResult("pause: no events; the queries become idle");
      }
      case "kill" -> {
        environment.killDriver();
        printResult(
            "kill: the driver is killed, and lag is still measured; type restart to start it"
                + " again");
      }
      case "restart" -> {
        out.println("> restart: restarting the driver, which takes some seconds ...");
        environment.killDriver();
        environment.startDriver();
        printResult("restart: the queries continue from their checkpoints");
      }
      case "quit" -> ended = true;
      default -> out.println("> unknown command; type surge, steady, pause, kill, restart or quit");
    }
  }

  private void printResult(String what) {
    out.println("> " + what);
  }
}

package io.lagwatch.demo;

import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.demo.stage.DemoQuery;
import io.lagwatch.demo.stage.QueryView;
import io.lagwatch.demo.stage.Stage;
import io.lagwatch.demo.stage.StageFailure;
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
 * them: a line typed in changes the traffic or ends and starts the driver.
 */
final class LiveView {
  private static final Duration EVERY = Duration.ofSeconds(4);
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
  private static final int SURGE = 20;

  private final Stage stage;
  private final PrintStream out;
  private final BufferedReader typed =
      new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
  private boolean ended;

  LiveView(Stage stage, PrintStream out) {
    this.stage = stage;
    this.out = out;
  }

  /** Shows until {@code quit} is typed or the process is ended. */
  void show() throws IOException {
    out.println();
    out.println("Status page  " + stage.exporter().base() + "/");
    out.println("Metrics      " + stage.exporter().base() + "/metrics");
    stage.prometheus().ifPresent(http -> out.println("Prometheus   " + http.base() + "/"));
    out.println("Kafka        " + stage.bootstrap());
    out.println();
    out.println("Type surge, steady, pause, kill, restart or quit, and Enter; Ctrl-C ends all.");
    out.println("Event time starts 30 days ago, 60 times as fast; every fiftieth event is late.");
    stage.steadyTraffic();
    try {
      untilEnded();
    } catch (IOException e) {
      throw new StageFailure(stage.reason(e));
    }
  }

  private void untilEnded() throws IOException {
    long next = System.nanoTime();
    while (!ended) {
      if (System.nanoTime() - next >= 0) {
        tell();
        next = System.nanoTime() + EVERY.toNanos();
      }
      stage.pause();
      if (typed.ready()) {
        obey(typed.readLine());
      }
    }
  }

  private void tell() throws IOException {
    Scrape scrape = stage.exporter().scrape();
    for (DemoQuery query : DemoQuery.values()) {
      out.println(LocalTime.now().format(TIME) + "  " + QueryView.of(scrape, query).line());
    }
  }

  private void obey(String word) throws IOException {
    switch (word.strip()) {
      case "surge" -> {
        for (DemoQuery query : DemoQuery.values()) {
          stage.producer().rate(query.feed(), SURGE * query.steadyRate());
        }
      }
      case "steady" -> stage.steadyTraffic();
      case "pause" -> stage.noTraffic();
      case "kill" -> stage.killDriver();
      case "restart" -> {
        stage.killDriver();
        stage.startDriver();
      }
      case "quit" -> ended = true;
      default -> out.println("expected surge, steady, pause, kill, restart or quit");
    }
  }
}

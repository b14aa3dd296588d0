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
 * them: a line typed in changes the traffic or ends and starts the driver. Until something is
 * typed, one short surge comes by itself, so that there is lag to look at within the first minute.
 */
final class LiveView {
  private static final Duration EVERY = Duration.ofSeconds(4);
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
  private static final int SURGE = 20;
  private static final Duration FIRST_SURGE = Duration.ofSeconds(20);

  private final Stage stage;
  private final PrintStream out;
  private final BufferedReader typed =
      new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
  private boolean ended;
  private Opening opening = Opening.CALM;
  private long surgeEnds;

  /** What is played until someone types. */
  private enum Opening {
    CALM,
    SURGE,
    OVER
  }

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
    out.println(
        "A short surge comes by itself when both queries have a lag: watch the lag on the status page.");
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
        play(tell());
        next = System.nanoTime() + EVERY.toNanos();
      }
      stage.pause();
      if (typed.ready()) {
        opening = Opening.OVER;
        obey(typed.readLine());
      }
    }
  }

  private void play(boolean measured) throws IOException {
    if (opening == Opening.CALM && measured) {
      opening = Opening.SURGE;
      surgeEnds = System.nanoTime() + FIRST_SURGE.toNanos();
      obey("surge");
    } else if (opening == Opening.SURGE && System.nanoTime() - surgeEnds >= 0) {
      opening = Opening.OVER;
      obey("steady");
    }
  }

  /** True when every query has ended its first batch: only then its lag is known. */
  private boolean tell() throws IOException {
    Scrape scrape = stage.exporter().scrape();
    boolean measured = true;
    for (DemoQuery query : DemoQuery.values()) {
      QueryView view = QueryView.of(scrape, query);
      measured &= view.value("query_lag_records").isPresent();
      out.println(LocalTime.now().format(TIME) + "  " + view.line());
    }
    return measured;
  }

  private void obey(String word) throws IOException {
    switch (word.strip()) {
      case "surge" -> {
        for (DemoQuery query : DemoQuery.values()) {
          stage.producer().rate(query.feed(), SURGE * query.steadyRate());
        }
        done("surge: " + SURGE + " times as many events; the lag grows, steady ends it");
      }
      case "steady" -> {
        stage.steadyTraffic();
        done("steady: as many events as in the beginning; what has piled up is drained");
      }
      case "pause" -> {
        stage.noTraffic();
        done("pause: no events; the queries become idle");
      }
      case "kill" -> {
        stage.killDriver();
        done("kill: the driver is gone, and the lag goes on; restart brings it back");
      }
      case "restart" -> {
        out.println("> restart: the driver ends and starts, some seconds ...");
        stage.killDriver();
        stage.startDriver();
        done("restart: the queries go on from their checkpoints");
      }
      case "quit" -> ended = true;
      default -> out.println("> expected surge, steady, pause, kill, restart or quit");
    }
  }

  private void done(String what) {
    out.println("> " + what);
  }
}

package io.lagwatch.exporter.replay;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Function;

/** What a collector of logs writes in front of each line; {@code %s} is the time. */
enum LinePrefix {
  NONE("", Instant::toString),
  CRI("%s stdout F ", Precision::nanos),
  KUBECTL_TIMESTAMPS("%s ", Precision::nanos),
  COMPOSE("driver-1  | ", Instant::toString),
  JOURNALD("%s node7 spark-submit[4711]: ", at -> Precision.DAY.format(at)),
  SYSLOG("<14>1 %s node7 driver 4711 - - ", Precision::millis),
  AIRFLOW("[%s] {spark_submit.py:571} INFO - ", at -> Precision.OFFSET.format(at)),
  MDC("[app=orders, user=svc, try=1] ", Instant::toString),
  COMMENTED("# ", Instant::toString),
  COLOURS("\u001b[32m", Instant::toString),
  STERN("orders-driver spark-kubernetes-driver ", Instant::toString),
  KUBECTL_PREFIX("[pod/orders-driver/spark-kubernetes-driver] ", Instant::toString);

  private final String format;
  private final Function<Instant, String> time;

  /** How times are written. */
  private static final class Precision {
    static final DateTimeFormatter DAY = pattern("MMM dd HH:mm:ss");
    static final DateTimeFormatter OFFSET = pattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ");

    static String nanos(Instant at) {
      return at.toString().replace("Z", ".123456789Z");
    }

    static String millis(Instant at) {
      return at.toString().replace("Z", ".123Z");
    }

    private static DateTimeFormatter pattern(String pattern) {
      return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
    }
  }

  LinePrefix(String format, Function<Instant, String> time) {
    this.format = format;
    this.time = time;
  }

  /** Adds the prefix to each line of a text that ends with a line feed or inside a line. */
  String addTo(String text, Instant at, boolean isLineStart) {
    if (this == NONE || text.isEmpty()) {
      return text;
    }
    String prefix = format.formatted(time.apply(at));
    String suffix = this == COLOURS ? "\u001b[0m" : "";
    boolean isWhole = text.endsWith("\n");
    String inner = isWhole ? text.substring(0, text.length() - 1) : text;
    return (isLineStart ? prefix : "")
        + inner.replace("\n", suffix + "\n" + prefix)
        + (isWhole ? suffix + "\n" : "");
  }
}

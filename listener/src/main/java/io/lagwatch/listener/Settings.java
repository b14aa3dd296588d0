package io.lagwatch.listener;

import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The {@code spark.lagwatch.*} settings, read once per application. A bad value never stops
 * anything: it is named in {@link #problems}, and the default stands in.
 */
final class Settings {
  static final String PREFIX = "spark.lagwatch.";

  private static final String ENABLED = PREFIX + "enabled";
  private static final String ENDPOINT = PREFIX + "endpoint";
  private static final String HEARTBEAT = PREFIX + "heartbeat";
  private static final String TIMEOUT = PREFIX + "timeout";
  private static final String TOKEN = PREFIX + "token";
  private static final String TRIGGER = PREFIX + "trigger";
  private static final List<String> KEYS =
      Collections.unmodifiableList(
          Arrays.asList(ENABLED, ENDPOINT, HEARTBEAT, TIMEOUT, TOKEN, TRIGGER));

  /** More would only be a mistake, and every one costs a thread. */
  private static final int MAX_ENDPOINTS = 8;

  /** False switches everything off, without a word. */
  final boolean enabled;

  /** Where reports go; empty when there is nowhere to send them. */
  final List<URL> endpoints;

  final @Nullable String token;

  /** The longest time between two reports. */
  final Duration heartbeat;

  /** For connecting and for each read; a whole request may take twice as long. */
  final Duration timeout;

  /** The processing-time trigger of queries whose trigger cannot be learnt. */
  final @Nullable Duration trigger;

  /** What is wrong with the settings, one line each, without secrets. */
  final List<String> problems;

  private Settings(Map<String, String> conf) {
    List<String> found = new ArrayList<>();
    enabled = flag(conf, found);
    endpoints = enabled ? endpoints(conf, found) : Collections.emptyList();
    String secret = conf.getOrDefault(TOKEN, "").trim();
    token = secret.isEmpty() || !printable(secret, found) ? null : secret;
    heartbeat = duration(conf, HEARTBEAT, Duration.ofSeconds(15), 1_000, 3_600_000, "15s", found);
    timeout = duration(conf, TIMEOUT, Duration.ofSeconds(5), 100, 60_000, "5s", found);
    trigger =
        conf.containsKey(TRIGGER)
            ? duration(conf, TRIGGER, Duration.ZERO, 0, Long.MAX_VALUE, "30s", found)
            : null;
    unknownKeys(conf, found);
    problems = enabled ? Collections.unmodifiableList(found) : Collections.emptyList();
  }

  static Settings of(Map<String, String> conf) {
    return new Settings(conf);
  }

  private static boolean flag(Map<String, String> conf, List<String> problems) {
    String value = conf.getOrDefault(ENABLED, "true").trim();
    if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      problems.add(ENABLED + ": expected true or false, found '" + value + "'; taken as true");
    }
    return !value.equalsIgnoreCase("false");
  }

  private static List<URL> endpoints(Map<String, String> conf, List<String> problems) {
    List<URL> urls = new ArrayList<>();
    String value = conf.getOrDefault(ENDPOINT, "").trim();
    if (value.isEmpty()) {
      problems.add(
          ENDPOINT
              + ": expected the exporter's address such as http://host:9877, found nothing;"
              + " nothing is reported");
    }
    for (String part : value.isEmpty() ? new String[0] : value.split(",")) {
      URL url = Endpoints.parse(part.trim());
      if (url == null || urls.size() == MAX_ENDPOINTS) {
        problems.add(
            ENDPOINT
                + ": expected at most "
                + MAX_ENDPOINTS
                + " addresses such as http://host:9877, separated by commas, found '"
                + Endpoints.redact(part.trim())
                + "'; nothing is reported there");
      } else {
        urls.add(url);
      }
    }
    return Collections.unmodifiableList(urls);
  }

  private static boolean printable(String token, List<String> problems) {
    boolean printable = token.chars().allMatch(c -> c > ' ' && c < 127);
    if (!printable) {
      problems.add(
          TOKEN + ": expected visible ASCII characters, found others; sent without a token");
    }
    return printable;
  }

  private static Duration duration(
      Map<String, String> conf,
      String key,
      Duration fallback,
      long leastMillis,
      long mostMillis,
      String example,
      List<String> problems) {
    String value = conf.get(key);
    if (value == null) {
      return fallback;
    }
    Duration duration = Durations.parse(value);
    if (duration != null
        && duration.toMillis() >= leastMillis
        && duration.toMillis() <= mostMillis) {
      return duration;
    }
    String limits =
        mostMillis == Long.MAX_VALUE
            ? ""
            : " between " + leastMillis + "ms and " + mostMillis / 1000 + "s";
    problems.add(
        key
            + ": expected a duration"
            + limits
            + " such as "
            + example
            + ", found '"
            + value
            + "'; "
            + fallback.toMillis()
            + "ms is used");
    return fallback;
  }

  private static void unknownKeys(Map<String, String> conf, List<String> problems) {
    TreeSet<String> unknown = new TreeSet<>();
    for (String key : conf.keySet()) {
      if (key.startsWith(PREFIX) && !KEYS.contains(key)) {
        unknown.add(key);
      }
    }
    if (!unknown.isEmpty()) {
      problems.add(
          "unknown setting "
              + String.join(", ", unknown)
              + "; the settings are "
              + String.join(", ", KEYS));
    }
  }
}

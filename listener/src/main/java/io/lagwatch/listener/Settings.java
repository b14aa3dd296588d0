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
    Duration beat = duration(conf, HEARTBEAT, 1_000, 3_600_000, "15s is used", found);
    heartbeat = beat == null ? Duration.ofSeconds(15) : beat;
    Duration patience = duration(conf, TIMEOUT, 100, 60_000, "5s is used", found);
    timeout = patience == null ? Duration.ofSeconds(5) : patience;
    trigger = duration(conf, TRIGGER, 0, 86_400_000, "it is left out", found);
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
      if (url == null) {
        problems.add(
            ENDPOINT
                + ": expected addresses such as http://host:9877, separated by commas, found '"
                + Endpoints.redact(part.trim())
                + "'; nothing is reported there");
      } else {
        urls.add(url);
      }
    }
    if (urls.size() > MAX_ENDPOINTS) {
      problems.add(
          ENDPOINT
              + ": expected at most "
              + MAX_ENDPOINTS
              + " addresses, found "
              + urls.size()
              + "; the first "
              + MAX_ENDPOINTS
              + " are used");
      urls = urls.subList(0, MAX_ENDPOINTS);
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

  private static @Nullable Duration duration(
      Map<String, String> conf,
      String key,
      long leastMillis,
      long mostMillis,
      String consequence,
      List<String> problems) {
    String value = conf.get(key);
    Duration duration = value == null ? null : Durations.parse(value);
    boolean fits =
        duration != null && duration.toMillis() >= leastMillis && duration.toMillis() <= mostMillis;
    if (value != null && !fits) {
      problems.add(
          key
              + ": expected a duration from "
              + leastMillis
              + "ms to "
              + mostMillis / 1000
              + "s such as 10s, found '"
              + value
              + "'; "
              + consequence);
    }
    return fits ? duration : null;
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

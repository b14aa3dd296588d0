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
 * The {@code spark.lagwatch.*} settings, read once per application. An invalid value is listed in
 * {@link #problems} and replaced by the default; it never stops the application.
 */
final class ListenerSettings {
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

  /** Each endpoint has a thread of its own. */
  private static final int MAX_ENDPOINTS = 8;

  /** False turns reporting off, without any log line. */
  final boolean isEnabled;

  /** The URLs for reports; empty if no reports are sent. */
  final List<URL> endpoints;

  final @Nullable String token;

  /** The longest time between two reports. */
  final Duration heartbeat;

  /** Limit for connecting and for each read; a whole request takes at most twice as long. */
  final Duration timeout;

  /** The processing-time interval of queries whose trigger cannot be read from Spark. */
  final @Nullable Duration trigger;

  /** The problems in the settings: one line each, without secrets. */
  final List<String> problems;

  private ListenerSettings(Map<String, String> conf) {
    List<String> found = new ArrayList<>();
    isEnabled = isEnabled(conf, found);
    endpoints = isEnabled ? endpoints(conf, found) : Collections.emptyList();
    String secret = conf.getOrDefault(TOKEN, "").trim();
    token = secret.isEmpty() || !isPrintable(secret, found) ? null : secret;
    Duration givenHeartbeat = duration(conf, HEARTBEAT, 1_000, 3_600_000, "15s is used", found);
    heartbeat = givenHeartbeat == null ? Duration.ofSeconds(15) : givenHeartbeat;
    Duration givenTimeout = duration(conf, TIMEOUT, 100, 60_000, "5s is used", found);
    timeout = givenTimeout == null ? Duration.ofSeconds(5) : givenTimeout;
    trigger = duration(conf, TRIGGER, 0, 86_400_000, "the setting is ignored", found);
    unknownKeys(conf, found);
    problems = isEnabled ? Collections.unmodifiableList(found) : Collections.emptyList();
  }

  static ListenerSettings of(Map<String, String> conf) {
    return new ListenerSettings(conf);
  }

  private static boolean isEnabled(Map<String, String> conf, List<String> problems) {
    String value = conf.getOrDefault(ENABLED, "true").trim();
    if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      problems.add(ENABLED + ": expected true or false, found '" + value + "'; true is used");
    }
    return !value.equalsIgnoreCase("false");
  }

  private static List<URL> endpoints(Map<String, String> conf, List<String> problems) {
    List<URL> urls = new ArrayList<>();
    String value = conf.getOrDefault(ENDPOINT, "").trim();
    if (value.isEmpty()) {
      problems.add(
          ENDPOINT
              + " is not set: expected the exporter's address such as http://host:9877;"
              + " no reports are sent");
    }
    for (String part : value.isEmpty() ? new String[0] : value.split(",")) {
      URL url = Endpoints.parse(part.trim());
      if (url == null) {
        problems.add(
            ENDPOINT
                + ": expected addresses such as http://host:9877, separated by commas, found '"
                + Endpoints.redact(part.trim())
                + "'; no reports are sent there");
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

  private static boolean isPrintable(String token, List<String> problems) {
    boolean isPrintable = token.chars().allMatch(c -> c > ' ' && c < 127);
    if (!isPrintable) {
      problems.add(
          TOKEN
              + ": expected visible ASCII characters, found others;"
              + " reports are sent without a token");
    }
    return isPrintable;
  }

  private static @Nullable Duration duration(
      Map<String, String> conf,
      String key,
      long minMillis,
      long maxMillis,
      String consequence,
      List<String> problems) {
    String value = conf.get(key);
    Duration duration = value == null ? null : DurationParser.parse(value);
    boolean isValid =
        duration != null && duration.toMillis() >= minMillis && duration.toMillis() <= maxMillis;
    if (value != null && !isValid) {
      problems.add(
          key
              + ": expected a duration from "
              + minMillis
              + "ms to "
              + maxMillis / 1000
              + "s such as 10s, found '"
              + value
              + "'; "
              + consequence);
    }
    return isValid ? duration : null;
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

package io.lagwatch.exporter.kafka;

import io.lagwatch.exporter.text.Secrets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes secrets out of messages. Kafka hides passwords in its own, yet an error in a JAAS line
 * quotes what it stumbled over, and that may be the password.
 */
final class Redaction {
  private static final String HIDDEN = "[hidden]";
  private static final int LONGEST_MESSAGE = 300;
  private static final Pattern ASSIGNED =
      Pattern.compile("=\\s*(?:\"([^\"]*)\"?|'([^']*)'?|([^\\s;]+))");

  private final List<String> secrets;

  /**
   * @param properties of a Kafka client
   */
  Redaction(Map<String, String> properties) {
    List<String> found = new ArrayList<>();
    properties.forEach(
        (key, value) -> {
          if (Secrets.isSecretName(key)) {
            found.add(value);
            Matcher assigned = ASSIGNED.matcher(value);
            while (assigned.find()) {
              for (int group = 1; group <= assigned.groupCount(); group++) {
                if (assigned.group(group) != null) {
                  found.add(assigned.group(group));
                }
              }
            }
          }
        });
    found.removeIf(String::isBlank);
    // The longest first: a shorter one may be a part of it.
    found.sort(Comparator.comparingInt(String::length).reversed());
    this.secrets = List.copyOf(found);
  }

  /** The first line of {@code message} without secrets, at most 300 characters. */
  String apply(String message) {
    String clean = message;
    for (String secret : secrets) {
      clean = clean.replace(secret, HIDDEN);
    }
    clean = Secrets.masked(clean);
    String line = clean.lines().findFirst().orElse("");
    return line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE) + "…";
  }

  /** What the innermost cause says, with its type, without secrets. */
  String describe(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    String name = cause.getClass().getSimpleName();
    return message == null ? name : apply(name + ": " + message);
  }
}

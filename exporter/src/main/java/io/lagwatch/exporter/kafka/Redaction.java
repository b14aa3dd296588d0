package io.lagwatch.exporter.kafka;

import io.lagwatch.exporter.text.Secrets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes secrets from messages. Kafka hides passwords in most messages, but an error in a JAAS
 * line quotes the invalid text, which may be the password. Immutable.
 */
final class Redaction {
  private static final String HIDDEN = "[hidden]";
  private static final int MAX_MESSAGE_LENGTH = 300;
  private static final Pattern ASSIGNMENT =
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
            Matcher assignment = ASSIGNMENT.matcher(value);
            while (assignment.find()) {
              for (int group = 1; group <= assignment.groupCount(); group++) {
                if (assignment.group(group) != null) {
                  found.add(assignment.group(group));
                }
              }
            }
          }
        });
    found.removeIf(String::isBlank);
    // Longest first, because a shorter secret may be part of a longer one.
    found.sort(Comparator.comparingInt(String::length).reversed());
    this.secrets = List.copyOf(found);
  }

  /** Returns the first line of {@code message} without secrets, cut to 300 characters. */
  String apply(String message) {
    String clean = message;
    for (String secret : secrets) {
      clean = clean.replace(secret, HIDDEN);
    }
    clean = Secrets.masked(clean);
    String line = clean.lines().findFirst().orElse("");
    return line.length() <= MAX_MESSAGE_LENGTH ? line : line.substring(0, MAX_MESSAGE_LENGTH) + "…";
  }

  /** Returns the type and the message of the innermost cause, without secrets. */
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

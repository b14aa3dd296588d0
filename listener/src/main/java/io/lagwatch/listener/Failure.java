package io.lagwatch.listener;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Why a query failed: the exception's class and the first line of its message. */
final class Failure {
  static final int MAX_MESSAGE = 500;

  private static final Pattern CLASS_AND_MESSAGE =
      Pattern.compile(
          "((?:[\\p{L}_$][\\p{L}\\p{N}_$]*\\.)+[\\p{L}_$][\\p{L}\\p{N}_$]*)(?:: ?(.*))?");

  final @Nullable String type;
  final @Nullable String message;

  private Failure(@Nullable String type, @Nullable String message) {
    this.type = type;
    this.message = message;
  }

  /**
   * Reads the text of a terminated event: the stack trace of the cause, about 10 KB, whose first
   * line is the class and the message.
   */
  static Failure parse(String stackTrace) {
    String text = stackTrace.trim();
    int end = text.indexOf('\n');
    String line = end < 0 ? text : text.substring(0, end).trim();
    Matcher parts = CLASS_AND_MESSAGE.matcher(cut(line, MAX_MESSAGE * 2));
    if (!parts.matches()) {
      return new Failure(null, line.isEmpty() ? null : cut(line, MAX_MESSAGE));
    }
    String message = parts.group(2);
    return new Failure(
        parts.group(1), message == null || message.isEmpty() ? null : cut(message, MAX_MESSAGE));
  }

  /** At most so many characters, and no half of a surrogate pair at the end. */
  static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end);
  }
}

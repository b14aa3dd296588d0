package io.lagwatch.listener;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The exception that ended a query: its class and the first line of its message. */
final class QueryFailure {
  static final int MAX_MESSAGE_CHARS = 500;

  private static final Pattern CLASS_AND_MESSAGE =
      Pattern.compile(
          "((?:[\\p{L}_$][\\p{L}\\p{N}_$]*\\.)+[\\p{L}_$][\\p{L}\\p{N}_$]*)(?:: ?(.*))?");

  final @Nullable String type;
  final @Nullable String message;

  private QueryFailure(@Nullable String type, @Nullable String message) {
    this.type = type;
    this.message = message;
  }

  /**
   * Parses the text of a terminated event: the stack trace of the cause, about 10 KB. Its first
   * line is the class and the message.
   */
  static QueryFailure parse(String stackTrace) {
    String text = stackTrace.trim();
    int end = text.indexOf('\n');
    String line = end < 0 ? text : text.substring(0, end).trim();
    Matcher parts = CLASS_AND_MESSAGE.matcher(truncate(line, MAX_MESSAGE_CHARS * 2));
    if (!parts.matches()) {
      return new QueryFailure(null, line.isEmpty() ? null : truncate(line, MAX_MESSAGE_CHARS));
    }
    String message = parts.group(2);
    return new QueryFailure(
        parts.group(1),
        message == null || message.isEmpty() ? null : truncate(message, MAX_MESSAGE_CHARS));
  }

  /** Returns at most {@code maxChars} characters of the text. Never splits a surrogate pair. */
  static String truncate(String text, int maxChars) {
    if (text.length() <= maxChars) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(maxChars - 1)) ? maxChars - 1 : maxChars;
    return text.substring(0, end);
  }
}

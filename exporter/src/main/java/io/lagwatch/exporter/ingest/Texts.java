package io.lagwatch.exporter.ingest;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Checks and shortens texts from outside, and parses times. */
final class Texts {
  static final Instant YEAR_2200 = Instant.parse("2200-01-01T00:00:00Z");

  private Texts() {}

  /**
   * Returns true if the text can be written to every output. UTF-8 cannot encode an unpaired
   * surrogate, so two names could become equal. Some parsers of the metrics format stop at U+0000.
   */
  static boolean isWellFormed(String text) {
    return text.codePoints().noneMatch(c -> c == 0 || Character.getType(c) == Character.SURROGATE);
  }

  /** Returns the text with U+FFFD in place of the characters that {@link #isWellFormed} rejects. */
  static String cleaned(String text) {
    if (isWellFormed(text)) {
      return text;
    }
    var out = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> c == 0 || Character.getType(c) == Character.SURROGATE ? 0xFFFD : c)
        .forEach(out::appendCodePoint);
    return out.toString();
  }

  /** Returns the instant of an ISO-8601 time with offset; null if the text is invalid. */
  static @Nullable Instant instant(String text) {
    if (text.length() > 40) {
      return null;
    }
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException notATime) {
      return null;
    }
  }

  /**
   * Returns the instant of an ISO-8601 time, in UTC if it has no offset; null if the text is
   * invalid. Date and time may be separated by a space.
   */
  static @Nullable Instant instantOrUtc(String text) {
    String iso = text.length() <= 40 ? text.replace(' ', 'T') : text;
    Instant withOffset = instant(iso);
    return withOffset == null ? instant(iso + "Z") : withOffset;
  }

  /** Returns the first line, cut to {@code max} characters. */
  static String firstLine(String text, int max) {
    int end = 0;
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
      end++;
    }
    int cut = Math.min(end, max);
    if (cut > 0 && cut < text.length() && Character.isHighSurrogate(text.charAt(cut - 1))) {
      cut--;
    }
    return cleaned(text.substring(0, cut));
  }
}

package io.lagwatch.exporter.ingest;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Text that can be written out again, and times in it. */
final class Texts {
  static final Instant YEAR_2200 = Instant.parse("2200-01-01T00:00:00Z");

  private Texts() {}

  /**
   * False for an unpaired surrogate, which UTF-8 cannot carry (two names could become one on the
   * page), and for U+0000, at which some readers of the metrics text stop.
   */
  static boolean wellFormed(String text) {
    return text.codePoints().noneMatch(c -> c == 0 || Character.getType(c) == Character.SURROGATE);
  }

  /** The text with U+FFFD in place of what {@link #wellFormed} refuses. */
  static String cleaned(String text) {
    if (wellFormed(text)) {
      return text;
    }
    var out = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> c == 0 || Character.getType(c) == Character.SURROGATE ? 0xFFFD : c)
        .forEach(out::appendCodePoint);
    return out.toString();
  }

  /** An ISO-8601 time with its offset, or null when it is none. */
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

  /** An ISO-8601 time, taken as UTC without an offset, or null when it is none. */
  static @Nullable Instant instantOrUtc(String text) {
    Instant withOffset = instant(text);
    return withOffset == null ? instant(text + "Z") : withOffset;
  }

  /** The first line, cut to {@code max} characters. */
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

package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.config.DurationText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The start or the end of the time that a replay reports on. */
sealed interface TimeBound {
  /** A time. */
  record At(Instant time) implements TimeBound {}

  /** So long before the end. */
  record BeforeEnd(Duration duration) implements TimeBound {}

  /**
   * The bound that a text stands for; null when it is neither a time nor a duration.
   *
   * @param zone of a time without a zone; null for UTC
   */
  static @Nullable TimeBound of(String text, @Nullable ZoneId zone) {
    String given = text.strip();
    Duration duration = DurationText.parse(given);
    if (duration != null) {
      return new BeforeEnd(duration);
    }
    try {
      return new At(time(given.toUpperCase(Locale.ROOT).replace(' ', 'T'), zone));
    } catch (DateTimeException notATime) {
      return null;
    }
  }

  private static Instant time(String text, @Nullable ZoneId zone) {
    ZoneId assumed = zone == null ? ZoneOffset.UTC : zone;
    if (text.indexOf('T') < 0) {
      return LocalDate.parse(text).atStartOfDay(assumed).toInstant();
    }
    boolean hasZone = text.endsWith("Z") || text.matches(".*[+-]\\d{2}:?\\d{2}");
    return hasZone
        ? OffsetDateTime.parse(text.replaceFirst("([+-]\\d{2})(\\d{2})$", "$1:$2")).toInstant()
        : LocalDateTime.parse(text).atZone(assumed).toInstant();
  }

  /** The time that it stands for, if {@code end} is the end. */
  default Instant time(Instant end) {
    return this instanceof BeforeEnd before ? end.minus(before.duration()) : ((At) this).time();
  }
}

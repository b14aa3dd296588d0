package io.lagwatch.exporter.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.exporter.replay.TimeText.Form;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The times at the beginnings of the lines of logs. A time without a zone is read in the zone
 * given, or in the one in which the line of the first progress agrees with the progress. A time
 * without a date, and one that may as well be data, is read only if it has agreed with a progress.
 * Not thread-safe.
 */
final class LogTime {
  private static final long ZONE_STEP = Duration.ofMinutes(15).toSeconds();
  private static final long TOLERANCE_SECONDS = 60;

  /** A line is written this long after the end of its batch at most. */
  private static final long LATEST_SECONDS = 180;

  /**
   * Seconds, milliseconds, microseconds and nanoseconds of our times have 10, 13, 16, 19 digits.
   */
  private static final Pattern EPOCH = Pattern.compile("(\\d{10})(?:\\.\\d+|(?:\\d{3}){0,3})");

  private @Nullable ZoneId zone;
  private final boolean isGiven;
  private boolean isUsed;
  private boolean isShown;

  /** The forms that may as well be data: they are read if one has agreed with a progress. */
  private final Set<Form> shown = EnumSet.of(Form.COMPLETE);

  /** A time near those of the lines; null before the first progress. */
  private @Nullable Instant near;

  private boolean hasAgreed;
  private long untimed;

  LogTime(@Nullable ZoneId zone) {
    this.zone = zone;
    isGiven = zone != null;
  }

  /** Whether the line begins with a time that cannot be anything else. */
  static boolean isIn(String line) {
    TimeText time = TimeText.in(line);
    return time != null && time.form() == Form.COMPLETE;
  }

  /** Whether the line begins with a time that a progress may show how to read. */
  boolean mayBeIn(String line) {
    TimeText time = TimeText.in(line);
    return time != null && (!hasAgreed || shown.contains(time.form()));
  }

  /** Whether the next progress may show how times are to be read. */
  boolean isLearning() {
    return !hasAgreed && (zone == null || near == null);
  }

  /** The time of a line; null when it has none, or how to read it is not known yet. */
  @Nullable Instant of(String line) {
    TimeText time = TimeText.in(line);
    return time == null || !shown.contains(time.form()) ? null : of(time);
  }

  private @Nullable Instant of(TimeText time) {
    if (time.offset() != null) {
      return time.instant(near == null ? null : near.atOffset(time.offset()).toLocalDateTime());
    }
    ZoneId known = zone;
    if (known == null) {
      return null;
    }
    LocalDateTime local = time.local(near == null ? null : LocalDateTime.ofInstant(near, known));
    isUsed |= local != null;
    return local == null ? null : local.atZone(known).toInstant();
  }

  /** Lines go on from this time. */
  void reached(Instant at) {
    near = near == null ? null : at;
  }

  /** A line that matters has no time that can be read. */
  void missed() {
    untimed++;
  }

  /** How many lines that matter had no time that could be read. */
  long untimed() {
    return untimed;
  }

  /** The time in a field of a structured log: text, or a number since 1970. */
  @Nullable Instant of(JsonNode field) {
    if (!field.isTextual() && !field.isNumber()) {
      return null;
    }
    String text = field.isNumber() ? field.decimalValue().toPlainString() : field.textValue();
    Matcher epoch = EPOCH.matcher(text.strip());
    if (epoch.matches()) {
      long seconds = Long.parseLong(epoch.group(1));
      String rest = text.strip().substring(10).replace(".", "");
      long millis = rest.length() < 3 ? 0 : Long.parseLong(rest.substring(0, 3));
      return Instant.ofEpochSecond(seconds).plusMillis(millis);
    }
    return of(text);
  }

  /** The zone in which times without one were read; null when there were none, or it was given. */
  @Nullable ZoneId learnedZone() {
    return isUsed && !isGiven ? zone : null;
  }

  /** Whether a progress has shown the zone. */
  boolean isZoneShown() {
    return isShown;
  }

  /** Reads times without a zone in UTC if nothing has shown another zone. */
  void endLearning() {
    zone = zone == null ? ZoneOffset.UTC : zone;
  }

  /**
   * Learns how the times of lines are to be read from a progress that ended at {@code ended} and
   * was printed on the line.
   */
  void learn(String line, Instant ended) {
    near = ended;
    TimeText time = TimeText.in(line);
    if (time == null) {
      return;
    }
    if (zone == null && time.offset() == null) {
      learnZone(time, ended);
      return;
    }
    Instant at = of(time);
    if (at != null && isWrittenAfter(Duration.between(ended, at).toSeconds())) {
      agreed(time.form());
    }
  }

  private void agreed(Form form) {
    if (!hasAgreed) {
      hasAgreed = true;
      shown.add(form);
    }
  }

  private static boolean isWrittenAfter(long seconds) {
    return seconds >= -TOLERANCE_SECONDS && seconds <= LATEST_SECONDS;
  }

  private void learnZone(TimeText time, Instant ended) {
    LocalDateTime local = time.local(LocalDateTime.ofInstant(ended, ZoneOffset.UTC));
    if (local == null) {
      return;
    }
    long ahead = Duration.between(ended, local.toInstant(ZoneOffset.UTC)).toSeconds();
    // The line is written after the end of the batch, and its time may lack the milliseconds.
    long steps = Math.floorDiv(ahead + TOLERANCE_SECONDS, ZONE_STEP);
    boolean isComplete = time.form() == Form.COMPLETE;
    if (!isComplete && !isWrittenAfter(ahead - steps * ZONE_STEP)) {
      return;
    }
    try {
      zone = ZoneOffset.ofTotalSeconds(Math.toIntExact(steps * ZONE_STEP));
      isShown = true;
      agreed(time.form());
    } catch (DateTimeException | ArithmeticException notAZone) {
      zone = isComplete ? ZoneOffset.UTC : null;
    }
  }
}

package io.lagwatch.exporter.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * The valid values of a key.
 *
 * @param expected completes "expected …"
 * @param parser returns null for an invalid text
 * @param secret whether a value must never be shown
 */
record ValueType<T>(String expected, Function<String, @Nullable T> parser, boolean secret) {
  private static final Pattern NUMBER_TEXT = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");

  static final ValueType<Duration> DURATION =
      of("a duration above 0, such as 500ms, 15s, 5m, 24h or 7d", DurationText::parse);
  static final ValueType<Double> NUMBER = of("a number above 0, such as 0.8", ValueType::number);
  static final ValueType<Long> COUNT = of("a whole number from 1", ValueType::count);
  static final ValueType<Boolean> FLAG =
      of("true or false", oneOf(Map.of("true", Boolean.TRUE, "false", Boolean.FALSE)));
  static final ValueType<ListenAddress> LISTEN =
      of("host:port, such as 0.0.0.0:9877", ListenAddress::parse);
  static final ValueType<String> SERVERS =
      of("host:port, or several separated by commas", HostPort::list);
  static final ValueType<Path> FILE = of("the path of a file", ValueType::path);
  static final ValueType<Glob> GLOB =
      of("a pattern, such as course-*", text -> text.isEmpty() ? null : new Glob(text));
  static final ValueType<Pattern> REGEX =
      of("a regular expression, such as orders\\..*", ValueType::regex);
  static final ValueType<String> NAME =
      of(
          "1 to 100 letters, digits, dots, dashes or underscores",
          text -> text.matches("[a-zA-Z0-9._-]{1,100}") ? text : null);
  static final ValueType<String> TOKEN =
      new ValueType<>(
          "1 to 1000 visible ASCII characters",
          text -> text.matches("[!-~]{1,1000}") ? text : null,
          true);
  static final ValueType<IsolationLevel> ISOLATION =
      of(
          "read_uncommitted or read_committed",
          oneOf(
              Map.of(
                  "read_uncommitted", IsolationLevel.READ_UNCOMMITTED,
                  "read_committed", IsolationLevel.READ_COMMITTED)));
  static final ValueType<PartitionMetrics.Mode> PARTITION_METRICS =
      of(
          "all, worst or none",
          oneOf(
              Map.of(
                  "all", PartitionMetrics.Mode.ALL,
                  "worst", PartitionMetrics.Mode.WORST,
                  "none", PartitionMetrics.Mode.NONE)));

  private static <T> ValueType<T> of(String expected, Function<String, @Nullable T> parser) {
    return new ValueType<>(expected, parser, false);
  }

  /** The value, or null when the text is invalid. */
  @Nullable T parse(String text) {
    return parser.apply(text);
  }

  /** The text as a problem may show it. */
  String shown(String text) {
    return secret ? "a value that is not shown" : DisplayText.quoted(text);
  }

  private static <T> Function<String, @Nullable T> oneOf(Map<String, T> values) {
    return text -> values.get(text.toLowerCase(Locale.ROOT));
  }

  private static @Nullable Double number(String text) {
    if (!NUMBER_TEXT.matcher(text).matches()) {
      return null;
    }
    double number = Double.parseDouble(text);
    return number > 0 ? (Double) number : null;
  }

  private static @Nullable Long count(String text) {
    return text.matches("[1-9][0-9]{0,17}") ? Long.valueOf(text) : null;
  }

  private static @Nullable Path path(String text) {
    try {
      return text.isBlank() ? null : Path.of(text);
    } catch (InvalidPathException notAPath) {
      return null;
    }
  }

  private static @Nullable Pattern regex(String text) {
    try {
      return text.isEmpty() ? null : Pattern.compile(text);
    } catch (PatternSyntaxException notARegex) {
      return null;
    }
  }
}

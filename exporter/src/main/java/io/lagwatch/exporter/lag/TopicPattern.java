package io.lagwatch.exporter.lag;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression of {@code subscribePattern}, as a driver sent it. It may be an invalid
 * regular expression, or one that backtracks for years. It may match a part of a topic's name, as
 * in Spark's admin offset reader (the default from 3.4, SPARK-40844; seen in 3.5.7). The older
 * reader matches the whole name: there, a pattern without anchors matches more topics here than in
 * Spark. Thread-safe.
 */
public final class TopicPattern {
  /** Far more than a normal pattern needs for the longest topic name, 249 characters. */
  private static final int STEPS = 200_000;

  /**
   * An empty group and a flag that is off by default: no pattern changes its meaning. They prevent
   * Java's optimization of a literal, which takes time with the square of its length: 20 s for
   * 200,000 characters.
   */
  private static final String PREFIX = "(?:)(?-d)";

  private final @Nullable Pattern pattern;

  private TopicPattern(@Nullable Pattern pattern) {
    this.pattern = pattern;
  }

  /** Never fails: an invalid regular expression matches nothing. */
  public static TopicPattern of(String regex) {
    try {
      return new TopicPattern(Pattern.compile(PREFIX + regex));
    } catch (PatternSyntaxException | StackOverflowError e) {
      return new TopicPattern(null);
    }
  }

  /** Whether it is a valid regular expression. */
  public boolean valid() {
    return pattern != null;
  }

  /** Whether the pattern is found in the name; false too when finding out takes too many steps. */
  public boolean matches(String topic) {
    if (pattern == null) {
      return false;
    }
    try {
      return pattern.matcher(new Counted(topic)).find();
    } catch (TooManySteps | StackOverflowError e) {
      return false;
    }
  }

  private static final class TooManySteps extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManySteps() {
      super("the pattern takes too many steps", null, false, false);
    }
  }

  /**
   * Text that can be read only a limited number of times: a matcher reads a character at every
   * step.
   */
  private static final class Counted implements CharSequence {
    private final String text;
    private int steps;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      steps++;
      if (steps > STEPS) {
        throw new TooManySteps();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}

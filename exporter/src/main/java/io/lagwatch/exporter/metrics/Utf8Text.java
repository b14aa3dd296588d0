package io.lagwatch.exporter.metrics;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Text that grows, as UTF-8. Not thread-safe. */
final class Utf8Text {
  private static final double MAX_EXACT = 1L << 53;

  private byte[] bytes;
  private int length;

  /**
   * @param capacity expected length in bytes
   */
  Utf8Text(int capacity) {
    bytes = new byte[Math.max(16, capacity)];
  }

  /** Returns the length in bytes. */
  int length() {
    return length;
  }

  /** Removes everything after the first {@code newLength} bytes. */
  void truncate(int newLength) {
    length = newLength;
  }

  /** Returns true if the text ends with these bytes. */
  boolean endsWith(byte[] end) {
    return length >= end.length
        && Arrays.equals(bytes, length - end.length, length, end, 0, end.length);
  }

  Utf8Text add(byte[] utf8) {
    return add(utf8, 0, utf8.length);
  }

  /** Appends a part of this text again. */
  Utf8Text repeat(int from, int to) {
    ensure(to - from);
    return add(bytes, from, to - from);
  }

  private Utf8Text add(byte[] from, int offset, int count) {
    ensure(count);
    System.arraycopy(from, offset, bytes, length, count);
    length += count;
    return this;
  }

  /** Appends a text without characters that need an escape. */
  Utf8Text add(String text) {
    int start = length;
    ensure(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        length = start;
        return add(text.getBytes(StandardCharsets.UTF_8));
      }
      bytes[length++] = (byte) c;
    }
    return this;
  }

  /**
   * Appends a text in which backslashes, line feeds and, if wanted, quotation marks are escaped
   * with a backslash.
   */
  Utf8Text escaped(String text, boolean quotationMarks) {
    int start = length;
    ensure(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80 || c == '\\' || c == '\n' || (quotationMarks && c == '"')) {
        length = start;
        return add(escape(text, quotationMarks));
      }
      bytes[length++] = (byte) c;
    }
    return this;
  }

  private static byte[] escape(String text, boolean quotationMarks) {
    String escaped = text.replace("\\", "\\\\").replace("\n", "\\n");
    return (quotationMarks ? escaped.replace("\"", "\\\"") : escaped)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Appends a value: a whole number has all its digits and {@code .0}. */
  Utf8Text value(Number number) {
    double value = number.doubleValue();
    boolean whole = number instanceof Long || number instanceof Integer;
    if (whole || (value == Math.rint(value) && Math.abs(value) < MAX_EXACT)) {
      return digits(number.longValue()).add(".0");
    }
    return add(Double.toString(value));
  }

  /** Appends a whole number. */
  Utf8Text digits(long number) {
    if (number < 0) {
      return add(Long.toString(number));
    }
    int digits = 1;
    for (long rest = number; rest >= 10; rest /= 10) {
      digits++;
    }
    ensure(digits);
    long rest = number;
    for (int at = length + digits - 1; at >= length; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
    return this;
  }

  /** Returns a copy of the text. */
  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      int needed = Math.addExact(length, more);
      int larger = (int) Math.min(Integer.MAX_VALUE - 8L, needed + (needed >> 1));
      bytes = Arrays.copyOf(bytes, Math.max(needed, larger));
    }
  }
}

package io.lagwatch.exporter.text;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Undoes percent-encoding, character references of XML and escapes of JSON, so that a secret is
 * found when its name, the separator and the quotes are encoded as well.
 */
final class DecodedText {
  private static final Map<String, Character> ENTITIES =
      Map.of("quot", '"', "apos", '\'', "amp", '&', "lt", '<', "gt", '>');

  private static final int MAX_REFERENCE_LENGTH = 8;

  private final String text;
  private final StringBuilder decoded = new StringBuilder();
  private final int[] origins;

  private DecodedText(String text) {
    this.text = text;
    this.origins = new int[text.length() + 1];
  }

  /** The decoded text; null if nothing in it is encoded. */
  static @Nullable SearchedText of(String text) {
    return text.indexOf('%') < 0 && text.indexOf('&') < 0 && !text.contains("\\u00")
        ? null
        : new DecodedText(text).decode();
  }

  private @Nullable SearchedText decode() {
    int at = 0;
    while (at < text.length()) {
      origins[decoded.length()] = at;
      at = next(at);
    }
    origins[decoded.length()] = text.length();
    return decoded.length() == text.length() ? null : new SearchedText(decoded.toString(), origins);
  }

  /** Takes one character and returns where the next one begins. */
  private int next(int at) {
    char c = text.charAt(at);
    if (c == '%') {
      // A percent sign may itself have been encoded, once or twice.
      int digits = at + 1;
      while (text.startsWith("25", digits) && digits - at < 5) {
        digits += 2;
      }
      return take(at, hex(digits, 2), digits + 2);
    }
    if (text.startsWith("\\u00", at)) {
      return take(at, hex(at + 4, 2), at + 6);
    }
    if (c == '&') {
      int limit = Math.min(text.length(), at + MAX_REFERENCE_LENGTH);
      int end = text.substring(at, limit).indexOf(';') + at;
      return end < at ? take(at, -1, at) : take(at, entity(text.substring(at + 1, end)), end + 1);
    }
    return take(at, -1, at);
  }

  private int take(int at, int code, int end) {
    boolean printable = code >= ' ' && code < 127;
    decoded.append(printable ? (char) code : text.charAt(at));
    return printable ? end : at + 1;
  }

  private int entity(String name) {
    if (!name.startsWith("#")) {
      Character known = ENTITIES.get(name.toLowerCase(Locale.ROOT));
      return known == null ? -1 : known;
    }
    boolean hex = name.startsWith("#x");
    try {
      return Integer.parseInt(name.substring(hex ? 2 : 1), hex ? 16 : 10);
    } catch (NumberFormatException notANumber) {
      return -1;
    }
  }

  private int hex(int start, int length) {
    int value = 0;
    for (int i = start; i < start + length; i++) {
      int digit = i < text.length() ? Character.digit(text.charAt(i), 16) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value * 16 + digit;
    }
    return value;
  }
}

package io.lagwatch.listener;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON to a string. Does not use Jackson, because Spark's version of it differs between
 * releases and the application may replace it. Does not check the order of calls.
 */
final class JsonWriter {
  private final StringBuilder out = new StringBuilder(1024);
  private boolean needsComma;

  JsonWriter beginObject() {
    return open('{');
  }

  JsonWriter endObject() {
    return close('}');
  }

  JsonWriter beginArray() {
    return open('[');
  }

  JsonWriter endArray() {
    return close(']');
  }

  JsonWriter name(String name) {
    separator();
    string(name);
    out.append(':');
    needsComma = false;
    return this;
  }

  JsonWriter field(String name, @Nullable String value) {
    name(name);
    if (value == null) {
      out.append("null");
    } else {
      string(value);
    }
    needsComma = true;
    return this;
  }

  JsonWriter field(String name, boolean value) {
    return raw(name, Boolean.toString(value));
  }

  JsonWriter field(String name, long value) {
    return raw(name, Long.toString(value));
  }

  /** Writes NaN and infinity as null, because JSON has no form for them. */
  JsonWriter field(String name, double value) {
    boolean isFinite = !Double.isNaN(value) && !Double.isInfinite(value);
    return raw(name, isFinite ? Double.toString(value) : null);
  }

  /** Writes a value that is already JSON. */
  JsonWriter raw(String name, @Nullable String json) {
    name(name);
    out.append(json == null ? "null" : json);
    needsComma = true;
    return this;
  }

  @Override
  public String toString() {
    return out.toString();
  }

  private JsonWriter open(char bracket) {
    separator();
    out.append(bracket);
    needsComma = false;
    return this;
  }

  private JsonWriter close(char bracket) {
    out.append(bracket);
    needsComma = true;
    return this;
  }

  private void separator() {
    if (needsComma) {
      out.append(',');
    }
  }

  private void string(String value) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == 0) {
        // Some parsers reject this character or end the text here.
        out.append('\ufffd');
      } else if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c == '\u007f' || c == '\u2028' || c == '\u2029') {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}

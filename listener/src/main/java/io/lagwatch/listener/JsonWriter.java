package io.lagwatch.listener;

import org.jspecify.annotations.Nullable;

/**
 * Writes JSON into a string. Own code, because the Jackson that Spark brings differs from version
 * to version and may be replaced by the application's. The caller keeps the order of calls right.
 */
final class JsonWriter {
  private final StringBuilder out = new StringBuilder(1024);
  private boolean separate;

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
    separate = false;
    return this;
  }

  JsonWriter field(String name, @Nullable String value) {
    name(name);
    if (value == null) {
      out.append("null");
    } else {
      string(value);
    }
    separate = true;
    return this;
  }

  JsonWriter field(String name, boolean value) {
    return raw(name, Boolean.toString(value));
  }

  JsonWriter field(String name, long value) {
    return raw(name, Long.toString(value));
  }

  /** Not a number and infinity have no form in JSON and become null. */
  JsonWriter field(String name, double value) {
    boolean finite = !Double.isNaN(value) && !Double.isInfinite(value);
    return raw(name, finite ? Double.toString(value) : null);
  }

  /** A value that is JSON already; null stands for itself. */
  JsonWriter raw(String name, @Nullable String json) {
    name(name);
    out.append(json == null ? "null" : json);
    separate = true;
    return this;
  }

  @Override
  public String toString() {
    return out.toString();
  }

  private JsonWriter open(char bracket) {
    separator();
    out.append(bracket);
    separate = false;
    return this;
  }

  private JsonWriter close(char bracket) {
    out.append(bracket);
    separate = true;
    return this;
  }

  private void separator() {
    if (separate) {
      out.append(',');
    }
  }

  private void string(String value) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == 0) {
        // Readers stop at it or refuse it; it is in no name on purpose.
        out.append('\ufffd');
      } else if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c == '\u007f' || c == '\u2028' || c == '\u2029') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}

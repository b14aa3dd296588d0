package io.lagwatch.exporter.config;

import io.lagwatch.exporter.text.Secrets;

/** A value for an error message: on one line, shortened, and without secrets. */
final class DisplayText {
  private static final int MAX = 80;

  private DisplayText() {}

  static String quoted(String text) {
    return '"' + line(withoutUsers(Secrets.masked(text)), MAX).replace("\"", "\\\"") + '"';
  }

  /**
   * Only the host of {@code user:password@host}, because it is not known whether it has a password.
   */
  private static String withoutUsers(String text) {
    return text.replaceAll("[^,\\s/]*@", "***@");
  }

  static String line(String text, int max) {
    var out = new StringBuilder();
    (text.length() > max ? text.substring(0, max) + "…" : text)
        .codePoints()
        .forEach(
            c -> {
              if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                out.append("\\u%04x".formatted(c));
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.toString();
  }
}

package io.lagwatch.exporter.text;

/**
 * Masks the user's part of addresses: {@code s3a://key:secret@bucket}, {@code user:secret@host}.
 */
final class SecretAddresses {
  private static final String ORACLE = "jdbc:oracle:";

  private final String text;
  private final StringBuilder out = new StringBuilder();
  private int copied;

  private SecretAddresses(String text) {
    this.text = text;
  }

  static String masked(String text) {
    return text.indexOf('@') < 0 ? text : new SecretAddresses(text).masked();
  }

  private String masked() {
    int start = 0;
    while (start < text.length()) {
      int end = endOfWord(start);
      word(start, end);
      start = end + 1;
    }
    return out.append(text, copied, text.length()).toString();
  }

  private int endOfWord(int start) {
    boolean oracle = text.startsWith(ORACLE, start);
    int i = start;
    while (i < text.length() && !isEnd(text.charAt(i))) {
      i++;
      if (oracle && text.startsWith("/\"", i)) {
        // Oracle's driver takes a password in quotes, which may hold blanks.
        int close = text.indexOf('"', i + 2);
        i = close < 0 ? text.length() : close + 1;
      }
    }
    return i;
  }

  private static boolean isEnd(char c) {
    return Character.isWhitespace(c) || c == '"' || c == '\'' || c == '<' || c == '>';
  }

  /** What stands between blanks: addresses, perhaps several, perhaps behind a name. */
  private void word(int start, int end) {
    if (!contains('@', start, end)) {
      return;
    }
    int slashes = find("//", start, end);
    beforeSlashes(start, slashes);
    while (slashes < end) {
      int next = find("://", slashes + 2, end);
      behindSlashes(scheme(slashes), slashes + 2, next);
      slashes = next < end ? next + 1 : end;
    }
  }

  /** {@code jdbc:oracle:thin:scott/secret@} and {@code user:secret@host}. */
  private void beforeSlashes(int start, int end) {
    int at = last('@', start, end);
    int colon = find(":", start, end);
    if (at < 0 || colon > at) {
      return;
    }
    int oracle = find(ORACLE, start, end);
    if (oracle < end) {
      int driver = find(":", oracle + ORACLE.length(), end);
      mask(Math.min(driver + 1, at), at);
      return;
    }
    int from = colon;
    while (from > start && "=,;([{".indexOf(text.charAt(from - 1)) < 0) {
      from--;
    }
    mask(from, at);
  }

  private void behindSlashes(String scheme, int start, int end) {
    int at = last('@', start, end);
    if (at < 0) {
      return;
    }
    int path = start;
    while (path < at && "/?#".indexOf(text.charAt(path)) < 0) {
      path++;
    }
    int colon = find(":", start, path);
    if (path == at || (colon < path && (scheme.startsWith("s3") || !isPort(colon + 1, path)))) {
      // A secret key may hold slashes: all up to the last @ is masked.
      mask(start, at);
    } else {
      int user = last('@', start, path);
      mask(start, Math.max(start, user));
    }
  }

  private String scheme(int slashes) {
    int end = slashes > 0 && text.charAt(slashes - 1) == ':' ? slashes - 1 : slashes;
    int start = end;
    while (start > 0 && end - start < 10 && Character.isLetterOrDigit(text.charAt(start - 1))) {
      start--;
    }
    return text.substring(start, end);
  }

  private boolean isPort(int start, int end) {
    return end > start
        && end - start <= 5
        && text.substring(start, end).chars().allMatch(Character::isDigit);
  }

  private void mask(int from, int to) {
    if (to > from) {
      out.append(text, copied, from).append(Secrets.MASK);
      copied = to;
    }
  }

  private boolean contains(char c, int start, int end) {
    return last(c, start, end) >= 0;
  }

  /** The last place of the character in the range, or −1. */
  private int last(char c, int start, int end) {
    for (int i = end - 1; i >= start; i--) {
      if (text.charAt(i) == c) {
        return i;
      }
    }
    return -1;
  }

  /** The first place of the words in the range, or its end. */
  private int find(String words, int start, int end) {
    for (int i = start; i + words.length() <= end; i++) {
      if (text.startsWith(words, i)) {
        return i;
      }
    }
    return end;
  }
}

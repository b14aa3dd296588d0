package io.lagwatch.exporter.text;

/**
 * Masks the user's part of addresses: {@code s3a://key:secret@bucket}, {@code user:secret@host}.
 */
final class SecretAddresses {
  private static final String ORACLE = "jdbc:oracle:";

  private final SearchedText text;
  private final MaskedRanges found;

  private SecretAddresses(SearchedText text, MaskedRanges found) {
    this.text = text;
    this.found = found;
  }

  static void find(SearchedText text, MaskedRanges found) {
    if (text.find("@", 0, text.length()) < text.length()) {
      new SecretAddresses(text, found).find();
    }
  }

  private void find() {
    int start = 0;
    while (start < text.length()) {
      int end = endOfWord(start);
      word(start, end);
      start = end + 1;
    }
  }

  private int endOfWord(int start) {
    boolean oracle = text.startsWith(ORACLE, start);
    int i = start;
    while (i < text.length() && !isEnd(text.at(i))) {
      i++;
      if (oracle && text.startsWith("/\"", i)) {
        // Oracle's driver takes a password in quotes, which may hold blanks.
        int close = text.find("\"", i + 2, text.length());
        i = Math.min(text.length(), close + 1);
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
    int slashes = text.find("//", start, end);
    beforeSlashes(start, slashes);
    while (slashes < end) {
      int next = text.find("://", slashes + 2, end);
      behindSlashes(scheme(slashes), slashes + 2, next);
      slashes = next < end ? next + 1 : end;
    }
  }

  /** {@code jdbc:oracle:thin:scott/secret@} and {@code user:secret@host}. */
  private void beforeSlashes(int start, int end) {
    int at = last('@', start, end);
    int colon = text.find(":", start, end);
    if (at < 0 || colon > at) {
      return;
    }
    int oracle = text.find(ORACLE, start, end);
    if (oracle < end) {
      int driver = text.find(":", oracle + ORACLE.length(), end);
      found.add(Math.min(driver + 1, at), at);
      return;
    }
    int from = colon;
    while (from > start && !text.isOneOf(from - 1, "=,;([{")) {
      from--;
    }
    found.add(from, at);
  }

  private void behindSlashes(String scheme, int start, int end) {
    int at = last('@', start, end);
    if (at < 0) {
      return;
    }
    int path = start;
    while (path < at && !text.isOneOf(path, "/?#")) {
      path++;
    }
    int colon = text.find(":", start, path);
    if (path == at || (colon < path && (scheme.startsWith("s3") || !isPort(colon + 1, path)))) {
      // A secret key may hold slashes: all up to the last @ is masked.
      found.add(start, at);
    } else {
      int user = last('@', start, path);
      found.add(start, Math.max(start, user));
    }
  }

  private String scheme(int slashes) {
    int end = slashes > 0 && text.at(slashes - 1) == ':' ? slashes - 1 : slashes;
    int start = end;
    while (start > 0 && end - start < 10 && Character.isLetterOrDigit(text.at(start - 1))) {
      start--;
    }
    return text.slice(start, end);
  }

  private boolean isPort(int start, int end) {
    return end > start
        && end - start <= 5
        && text.slice(start, end).chars().allMatch(Character::isDigit);
  }

  private boolean contains(char c, int start, int end) {
    return last(c, start, end) >= 0;
  }

  /** The last place of the character in the range, or −1. */
  private int last(char c, int start, int end) {
    for (int i = end - 1; i >= start; i--) {
      if (text.at(i) == c) {
        return i;
      }
    }
    return -1;
  }
}

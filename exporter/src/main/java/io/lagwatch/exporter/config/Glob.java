package io.lagwatch.exporter.config;

/**
 * A pattern for a whole name: {@code *} stands for any characters, {@code ?} for one; case matters.
 */
public record Glob(String text) {
  /** Matches every name. */
  public static final Glob ANY = new Glob("*");

  /** Whether the pattern matches one name only. */
  boolean isExact() {
    return text.indexOf('*') < 0 && text.indexOf('?') < 0;
  }

  /** Whether the name matches; takes at most length of pattern × length of name steps. */
  public boolean matches(String name) {
    int[] pattern = text.codePoints().toArray();
    int[] given = name.codePoints().toArray();
    int p = 0;
    int n = 0;
    int star = -1;
    int starTook = 0;
    while (n < given.length) {
      if (p < pattern.length && pattern[p] == '*') {
        star = p++;
        starTook = n;
      } else if (p < pattern.length && (pattern[p] == '?' || pattern[p] == given[n])) {
        p++;
        n++;
      } else if (star >= 0) {
        // Let the last star match one more character. Earlier stars need no second try.
        p = star + 1;
        n = ++starTook;
      } else {
        return false;
      }
    }
    while (p < pattern.length && pattern[p] == '*') {
      p++;
    }
    return p == pattern.length;
  }

  @Override
  public String toString() {
    return text;
  }
}
